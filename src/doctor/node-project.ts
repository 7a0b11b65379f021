// The parts of a package.json that define commands, and how its package manager runs them.
import type { Proposal, ProposedCheck } from './proposal.ts';
import { partsFor, type ScriptPart } from './script-parts.ts';
import type { TopFolder } from './top-folder.ts';

export interface Manifest {
  scripts: Record<string, string>;
  /** Names of all packages that an install provides. */
  dependencies: readonly string[];
  hasWorkspaces: boolean;
  packageManager: string | null;
}

export type ManagerId = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** How a package manager runs a program of a package without installing anything. */
export const EXEC: Record<ManagerId, string> = {
  npm: 'npx --no-install',
  pnpm: 'pnpm exec',
  yarn: 'yarn exec',
  bun: 'bunx --no-install',
};

const NPM_PLACEHOLDER = 'no test specified';

function runScript(manager: ManagerId, name: string): string {
  return name === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${name}`;
}

/** The existing scripts of these names, in this order. */
export function scriptProposals({ scripts }: Manifest, manager: ManagerId, names: readonly string[]): Proposal[] {
  return names
    .filter((name) => Object.hasOwn(scripts, name) && !scripts[name]?.includes(NPM_PLACEHOLDER))
    .map((name) => ({ command: runScript(manager, name), because: `package.json has a script \`${name}\``, isOwn: true }));
}

/** The programs of a check that a script starts. */
export function programProposals(check: ProposedCheck, script: string, { scripts }: Manifest, manager: ManagerId): Proposal[] {
  return partsFor(check, script, scripts).map((part) => ({
    command: toCommand(part, manager),
    because: `the ${WORDS[check]} in the script \`${script}\` of package.json, ${part.program}`,
    isOwn: true,
  }));
}

const WORDS: Record<ProposedCheck, string> = { build: 'build tool', test: 'test runner', lint: 'linter' };

export function toCommand({ text, program }: ScriptPart, manager: ManagerId): string {
  if (/^(?:node|bun|deno)$/.test(program)) return text;
  const at = text.length - text.trimStart().length;
  const [assignments = ''] = /^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+)*/.exec(text.slice(at)) ?? [];
  return `${assignments}${EXEC[manager]} ${text.slice(at + assignments.length)}`;
}

export function readManifest(top: TopFolder): Manifest {
  const manifest = parseObject(top.read('package.json'));
  const scripts = Object.entries(asObject(manifest.scripts)).map(([name, script]) => [name, String(script)] as const);
  const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
  return {
    scripts: Object.fromEntries(scripts),
    dependencies: groups.flatMap((group) => Object.keys(asObject(manifest[group]))),
    hasWorkspaces: manifest.workspaces !== undefined || top.names.includes('pnpm-workspace.yaml'),
    packageManager: typeof manifest.packageManager === 'string' ? manifest.packageManager : null,
  };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
