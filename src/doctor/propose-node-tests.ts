// Test commands of a project with a package.json: its script, the runners that it starts, its workspaces.
import { EXEC, type ManagerId, type Manifest, scriptProposals, toCommand } from './node-project.ts';
import { distinct, type Proposal } from './proposal.ts';
import { partsFor, type ScriptPart, scriptParts } from './script-parts.ts';
import type { TopFolder } from './top-folder.ts';

const TEST_SCRIPTS = [
  'test',
  'tests',
  'test:unit',
  'unit',
  'test-unit',
  'test:ci',
  'test-ci',
  'test:node',
  'jest',
  'mocha',
  'vitest',
];

export function proposeNodeTests(top: TopFolder, manifest: Manifest, manager: ManagerId): Proposal[] {
  const { hasWorkspaces } = manifest;
  const [own, ...others] = scriptProposals(manifest, manager, TEST_SCRIPTS);
  return distinct([
    ...(own === undefined ? [] : scriptAndRunners(own, manifest, manager)),
    ...others,
    ...(hasWorkspaces ? [workspaceTests(manager)] : []),
    ...(manager === 'bun' ? [{ command: 'bun test', because: 'bun has a test runner' }] : []),
    ...installedRunners(manifest, manager),
    ...(hasNodeTests(top, manifest) ? [{ command: 'node --test', because: 'there are test files and no other runner' }] : []),
  ]);
}

/**
 * The script comes first, unless it also starts a linter: a finding would stop it before the tests, or make it fail after
 * them. Then the runners come first, and the script is used only if they need the rest of it.
 */
function scriptAndRunners(script: Proposal, manifest: Manifest, manager: ManagerId): Proposal[] {
  const { scripts } = manifest;
  const parts = partsFor('test', 'test', scripts);
  const names = ['pretest', 'test', 'posttest'];
  const hasLinter = names.some((name) => partsFor('lint', name, scripts).length > 0);
  if (!hasLinter) return [script, ...parts.flatMap((part) => runnerProposals(part, manager))];
  const programs = names.flatMap((name) => scriptParts(name, scripts)).map(({ program }) => program);
  const others = listWords(programs.filter((program) => parts.every((part) => part.program !== program)));
  const whole = { ...script, because: `${script.because}, which also runs ${others}` };
  const without = (proposal: Proposal) => ({ ...proposal, because: `${proposal.because}, without ${others}`, whole });
  const single = parts.flatMap((part) => runnerProposals(part, manager)).map(without);
  return parts.length > 1 ? [without(allRunners(parts, manager)), whole, ...single] : [...single, whole];
}

function allRunners(parts: readonly ScriptPart[], manager: ManagerId): Proposal {
  const programs = listWords(parts.map(({ program }) => program));
  const command = parts.map((part) => toCommand(part, manager)).join(' && ');
  return { command, because: `the test runners in the script \`test\` of package.json, ${programs}`, isOwn: true };
}

function listWords(words: readonly string[]): string {
  return [...new Set(words)].join(' and ');
}

function runnerProposals(part: ScriptPart, manager: ManagerId): Proposal[] {
  const because = `the test runner in the script \`test\` of package.json, ${part.program}`;
  const command = toCommand(part, manager);
  const named = namingReporter(part);
  return [
    { command, because },
    ...(named === null ? [] : [{ command: `${command} ${named}`, because: `${because}, with names` }]),
  ];
}

function workspaceTests(manager: ManagerId): Proposal {
  const commands: Record<ManagerId, string> = {
    npm: 'npm test --workspaces --if-present',
    pnpm: 'pnpm --recursive test',
    yarn: 'yarn workspaces foreach --all run test',
    bun: "bun run --filter '*' test",
  };
  return { command: commands[manager], because: 'package.json has workspaces' };
}

/** Runners that package.json installs but no script starts. */
function installedRunners({ dependencies }: Manifest, manager: ManagerId): Proposal[] {
  const commands: readonly [string, string][] = [
    ['vitest', 'vitest run'],
    ['jest', 'jest'],
    ['ava', 'ava'],
    ['mocha', 'mocha'],
    ['tap', 'tap'],
  ];
  return commands
    .filter(([name]) => dependencies.includes(name))
    .map(([name, command]) => ({ command: `${EXEC[manager]} ${command}`, because: `package.json depends on ${name}` }));
}

function hasNodeTests(top: TopFolder, { dependencies }: Manifest): boolean {
  if (dependencies.some((name) => /^(?:vitest|jest|ava|mocha|tap)$/.test(name))) return false;
  return top.find(/\.test\.[cm]?js$/) !== undefined || top.list('test').some((name) => /\.[cm]?js$/.test(name));
}

/** The option that makes a runner print every test name, if its default reporter does not. */
function namingReporter({ program, text }: ScriptPart): string | null {
  const options: Readonly<Record<string, string>> = { mocha: '--reporter spec', tap: '--reporter=tap', ava: '--tap' };
  const option = Object.hasOwn(options, program) ? options[program] : undefined;
  return option === undefined || /\s(?:-R|--reporter|--tap)\b/.test(text) ? null : option;
}
