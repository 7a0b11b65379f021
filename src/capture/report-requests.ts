// Asks test runners for a report beside their console output, without changing the user's command.
// A report is written by the runner itself; console lines can be printed by any code under test.
import { fileURLToPath } from 'node:url';

/** Files loaded into the user's processes; found from the folder above, because the command line is bundled. */
const besideThis = (name: string) => new URL(`../capture/${name}`, import.meta.url);
/** Loaded into the Node processes of the command; it acts only where the process is a test runner. */
const RUNNER_HOOK = fileURLToPath(besideThis('runner-hook.cjs'));
const NODE_TEST_CONSOLE = besideThis('node-test-console.mjs').href;
const NODE_TEST_REPORTER = besideThis('node-test-reporter.mjs').href;

export interface ReportRequest {
  /** The command, and behind it the scripts it leads to, as far as they are known. */
  scripts: readonly string[];
  /** Where reports go. */
  folder: string;
  env: Readonly<Record<string, string>>;
}

/** `go test` and its arguments, and nothing that a shell would act on. */
const PLAIN_GO_TEST = /^\s*go test(?<arguments>(?:\s+[\w@%+=:,./-]+)*)\s*$/;

/**
 * The command as it is run. Go has no other way to name every test: `-json` changes what is printed, not what is tested
 * nor the exit code. Any other command is left as the user wrote it.
 */
export function reportingCommand(command: string): string {
  const match = PLAIN_GO_TEST.exec(command);
  if (match === null || /\s-json\b/.test(command)) return command;
  return `go test -json${match.groups?.arguments ?? ''}`;
}

/** `cargo test` and its arguments before any `--`. */
const PLAIN_CARGO_TEST = /^\s*cargo test(?=\s|$)(?<arguments>(?:\s+[\w@%+=:,./-]+)*)\s*$/;

/** Cargo leaves out the test programs behind the first that fails. */
export function untilTheEnd(command: string): string {
  const match = PLAIN_CARGO_TEST.exec(command);
  if (match === null || command.includes('--no-fail-fast')) return command;
  return `cargo test --no-fail-fast${match.groups?.arguments ?? ''}`;
}

/** Commands that start Node, directly or through a package manager. */
const STARTS_NODE = /\b(?:node|npm|npx|pnpm|yarn|jest|vitest|turbo|nx|lerna|react-scripts)\b/;
/** Commands that start pytest, or may. Others have no use for its options, and their tests would see the variable. */
const STARTS_PYTEST = /\b(?:py\.?test|nox|hatch|make|just|invoke|poe)\b/;

/** The variables to set: none where no runner that reads them can be at work. */
export function requestReports(request: ReportRequest): Record<string, string> {
  const text = request.scripts.join('\n');
  return {
    ...(STARTS_NODE.test(text) ? nodeVariables(request) : {}),
    ...(STARTS_PYTEST.test(text) ? pytestOptions(request) : {}),
  };
}

/** Whether runs of a command ask for a report at all. `scripts` are those of package.json. */
export function asksForReports(command: string, scripts: Readonly<Record<string, string>>): boolean {
  const request = { scripts: expandScripts(command, scripts), folder: '', env: {} };
  return reportingCommand(command) !== command || Object.keys(requestReports(request)).length > 0;
}

const MAX_SCRIPTS = 30;
const CALLS_SCRIPTS = /\b(?:npm|pnpm|yarn|bun|npm-run-all|run-[sp]|concurrently)\b/;

/** A command and all scripts of package.json that it leads to, with those that run before and after them. */
export function expandScripts(command: string, scripts: Readonly<Record<string, string>>): string[] {
  const texts = [command];
  const seen = new Set<string>();
  for (let at = 0; at < texts.length && texts.length < MAX_SCRIPTS; at += 1) {
    const text = texts[at] ?? '';
    if (!CALLS_SCRIPTS.test(text)) continue;
    const words = text.split(/[\s&|;()]+/).flatMap((word) => [`pre${word}`, word, `post${word}`]);
    for (const word of words) {
      if (!Object.hasOwn(scripts, word) || seen.has(word)) continue;
      seen.add(word);
      texts.push(scripts[word] ?? '');
    }
  }
  return texts;
}

function nodeVariables(request: ReportRequest): Record<string, string> {
  const { folder, env } = request;
  const nodeOptions = [env.NODE_OPTIONS ?? '', `--require ${quote(RUNNER_HOOK)}`, nodeTestReporters(request)];
  return {
    HYDRA_REPORTS: folder,
    HYDRA_NODE_OPTIONS: env.NODE_OPTIONS ?? '',
    NODE_OPTIONS: nodeOptions.filter((option) => option !== '').join(' '),
  };
}

/** Node's own runner takes reporters from the environment, but stops when the command names one without a destination. */
function nodeTestReporters({ scripts, folder }: ReportRequest): string {
  const text = scripts.join('\n');
  const isRun = /\bnode\b[^&|;\n]*\s--test(?=\s|$)/m.test(text);
  const leadsElsewhere = /\b(?:turbo|nx|lerna|make)\b/.test(text);
  const isSeveral = /\s(?:-ws|--workspaces|-r|--recursive|workspaces)\b/.test(text);
  if (!isRun || text.includes('--test-reporter') || leadsElsewhere || isSeveral) return '';
  const toStdout = (reporter: string) => [`--test-reporter=${quote(reporter)}`, '--test-reporter-destination=stdout'];
  // The second prints nothing: it writes its report to the folder.
  const report = `${NODE_TEST_REPORTER}?folder=${encodeURIComponent(folder)}`;
  return [...toStdout(NODE_TEST_CONSOLE), ...toStdout(report)].join(' ');
}

/** A second run in the same command would write over the first one's report. */
function pytestOptions({ scripts, folder, env }: ReportRequest): Record<string, string> {
  const runs = scripts.join('\n').match(/\b(?:py\.?test)\b(?![./-])/g) ?? [];
  if (runs.length > 1) return {};
  // xunit1 has the file of each test. The name tells the parser that the report is complete in that.
  const options = `--junitxml=${quote(`${folder}/pytest.xml`)} -o junit_family=xunit1 -o junit_suite_name=hydra-pytest`;
  return { PYTEST_ADDOPTS: [env.PYTEST_ADDOPTS ?? '', options].join(' ').trim() };
}

/** NODE_OPTIONS and PYTEST_ADDOPTS take quoted parts. */
function quote(text: string): string {
  return /[\s"'\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
}
