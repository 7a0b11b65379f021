// Proposes commands of the repository's own GitHub workflows, after all others: only plain lines that start a known tool.
import { missingTool } from './installed-tools.ts';
import type { Proposal, ProposedCheck } from './proposal.ts';
import type { TopFolder } from './top-folder.ts';

const FOLDER = '.github/workflows';
const MAX_WORKFLOWS = 20;
const MAX_PER_CHECK = 4;
const SKIPPED_WORKFLOW = /release|publish|deploy|docs?|pages|codeql|stale|label|depend|scorecard|perf|bench/i;
/** Tools that only build, test or lint; nothing else in a workflow is run. */
const KNOWN_TOOL =
  /^(?:(?:npm|pnpm|yarn|bun|npx|node|deno|python3?|pytest|tox|nox|uv|poetry|hatch|make|cmake|ctest|meson|ninja|cargo|go|mvn|gradle|bundle|rake|rspec|ruby|composer|phpunit|dotnet|ruff|flake8|pylint|rubocop|golangci-lint)|\.\/(?:gradlew|mvnw)|vendor\/bin\/[\w-]+)$/;
const NEVER =
  /\b(?:install|ci|add|publish|deploy|release|push|upload|login|sync|download|fetch|update|upgrade|exec\s+--yes|docker|codecov|coveralls|audit|bump|version|--version|clean|fix|--fix|write|--write)\b/;
/** Characters that a shell or the workflow's expressions interpret. */
const NOT_PLAIN = /[`$(){}<>|;&\\*?~#!"']/;
const KINDS: readonly [ProposedCheck, RegExp][] = [
  ['lint', /\b(?:lint|eslint|ruff|flake8|pylint|clippy|vet|rubocop|phpstan|golangci-lint|standard|xo)\b/],
  ['test', /\b(?:tests?|pytest|tox|nox|jest|vitest|mocha|ava|tap|rspec|phpunit|ctest|unittest|check|spec|verify)\b/],
  ['build', /\b(?:build|compile|package|assemble|tsc)\b/],
];

export async function ciProposals(top: TopFolder): Promise<Record<ProposedCheck, Proposal[]>> {
  const found: Record<ProposedCheck, Proposal[]> = { build: [], test: [], lint: [] };
  const files = top.list(FOLDER).filter((name) => /\.ya?ml$/.test(name) && !SKIPPED_WORKFLOW.test(name));
  if (files.length === 0) return found;
  // Imported here, because every command would otherwise load it.
  const { parse } = await import('yaml');
  const read = (text: string) => parse(text, { maxAliasCount: 20, logLevel: 'silent' }) as unknown;
  for (const file of files.slice(0, MAX_WORKFLOWS)) {
    for (const command of plainCommands(() => read(top.read(`${FOLDER}/${file}`)))) {
      const check = kindOf(command);
      const list = check === null ? [] : found[check];
      const isKnown = list.some((proposal) => proposal.command === command);
      if (check !== null && !isKnown && list.length < MAX_PER_CHECK)
        list.push({ command, because: `the workflow ${FOLDER}/${file} runs it`, isOwn: true });
    }
  }
  return found;
}

function kindOf(command: string): ProposedCheck | null {
  const [program = ''] = command.split(' ');
  if (!KNOWN_TOOL.test(program) || NEVER.test(command) || missingTool(command) !== null) return null;
  // For Python, "build" creates a package to publish.
  if (/^(?:python3?|uv|poetry|hatch)\b.*\bbuild\b/.test(command)) return null;
  return KINDS.find(([, words]) => words.test(command))?.[0] ?? null;
}

/** The lines of `run:` steps that are plain commands; skips a script with any other line. */
function plainCommands(read: () => unknown): string[] {
  return stepsOf(read).flatMap((step) => {
    const { run, shell } = step;
    if (typeof run !== 'string' || shell !== undefined || step['working-directory'] !== undefined) return [];
    const lines = run.split('\n').map((line) => line.trim());
    const commands = lines.filter((line) => line !== '' && !line.startsWith('#'));
    return commands.every((line) => !NOT_PLAIN.test(line) && /^[\w./-]+(?:\s|$)/.test(line)) ? commands : [];
  });
}

function stepsOf(read: () => unknown): Record<string, unknown>[] {
  let workflow: unknown;
  try {
    workflow = read();
  } catch {
    return [];
  }
  const jobs = Object.values(asObject(asObject(workflow).jobs)).map(asObject);
  return jobs
    .filter((job) => !/windows|macos/i.test(JSON.stringify(job['runs-on'] ?? '')) && job.container === undefined)
    .flatMap(({ steps }) => (Array.isArray(steps) ? steps.map(asObject) : []));
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
