// What is left of an npm install where the dependencies are in place: the lifecycle scripts of the project. npm itself would
// first look at every dependency again, and may write to the lockfile.
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasLocalPackages } from './detect-setup.ts';

/** Options that do not change which scripts run, nor what they see. */
const PLAIN_INSTALL =
  /^npm (?:ci|clean-install|install|i)(?: --(?:(?:no-)?(?:audit|fund|package-lock|progress|save)|force|legacy-peer-deps|(?:prefer-)?offline|silent))*$/;

/** In npm's order. `npm run` runs the scripts around the one in the middle too. */
const EVENTS = [
  ['preinstall', 'install', 'postinstall'],
  ['', 'prepublish', ''],
  ['preprepare', 'prepare', 'postprepare'],
] as const;

/** Null where npm would do more than run the scripts of the package.json at the top of the tree. */
export function lifecycleCommand(install: string, tree: string): string | null {
  const manifest = readIfPresent(join(tree, 'package.json'));
  // npm builds an addon and runs the scripts of linked packages without being told by this package.json.
  const doesMore = existsSync(join(tree, 'binding.gyp')) || hasLocalPackages(manifest);
  if (!PLAIN_INSTALL.test(install) || doesMore) return null;
  const names = new Set(scriptNames(manifest));
  const toRun = EVENTS.flatMap(([before, main, behind]) =>
    names.has(main) ? [main] : [before, behind].filter((name) => names.has(name)),
  );
  return toRun.length === 0 ? null : toRun.map((name) => `npm run ${name}`).join(' && ');
}

function scriptNames(manifest: string): string[] {
  try {
    const { scripts } = Object(JSON.parse(manifest)) as { scripts?: unknown };
    return Object.entries(Object(scripts)).flatMap(([name, script]) =>
      typeof script === 'string' && script !== '' ? [name] : [],
    );
  } catch {
    return [];
  }
}

/** A link may lead anywhere. */
function readIfPresent(file: string): string {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8') : '';
}
