// The remaining steps of an npm install when the dependencies are installed: the lifecycle scripts of the project. npm itself
// would check every dependency again, and may write to the lockfile.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readTreeText } from '../exec/index.ts';
import { hasLocalPackages } from './detect-setup.ts';

/** Options that affect neither which scripts run nor their environment. */
const PLAIN_INSTALL =
  /^npm (?:ci|clean-install|install|i)(?: --(?:(?:no-)?(?:audit|fund|package-lock|progress|save)|force|legacy-peer-deps|(?:prefer-)?offline|silent))*$/;

/** In npm's order. `npm run` also runs the pre and post scripts. */
const EVENTS = [
  ['preinstall', 'install', 'postinstall'],
  ['', 'prepublish', ''],
  ['preprepare', 'prepare', 'postprepare'],
] as const;

/** Null if npm would do more than run the scripts of the package.json at the root. */
export function lifecycleCommand(install: string, tree: string): string | null {
  const manifest = readTreeText(tree, 'package.json') ?? '';
  // npm builds an addon and runs the scripts of linked packages even if this package.json does not mention them.
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
