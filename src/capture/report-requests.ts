// Requests reports from test runners in addition to their console output, without changing the user's command.
// The runner itself writes a report; any code under test can print console lines.
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files loaded into the user's processes; relative to the folder above, because the command line is bundled. */
const besideThis = (name: string) => new URL(`../capture/hooks/${name}`, import.meta.url);
/** Commands in a sandbox must be able to read it. */
export const HOOK_FOLDER = fileURLToPath(besideThis('.'));
/** Loaded into the Node processes of the command; it acts only in test runners. */
const RUNNER_HOOK = fileURLToPath(besideThis('runner-hook.cjs'));
const NODE_TEST_CONSOLE = besideThis('node-test-console.mjs').href;
const NODE_TEST_REPORTER = besideThis('node-test-reporter.mjs').href;
/** On Ruby's load path: Minitest finds its plugin there. */
const RUBY_FOLDER = fileURLToPath(besideThis('ruby'));
const RSPEC_REPORT = fileURLToPath(besideThis('ruby/rspec_report.rb'));
/** Settings that make PHP run the file below before its program. */
const PHP_SETTINGS = fileURLToPath(besideThis('php'));
const PHP_HOOK = fileURLToPath(besideThis('php/prepend.php'));

export interface ReportRequest {
  /** The command, followed by the scripts it runs, if they are known. */
  scripts: readonly string[];
  /** The folder for reports. */
  folder: string;
  env: Readonly<Record<string, string>>;
}

/** `go test` and its arguments, without shell syntax. */
const PLAIN_GO_TEST = /^\s*go test(?<arguments>(?:\s+[\w@%+=:,./-]+)*)\s*$/;

/**
 * The command to run. Go has no other way to list every test: `-json` changes the output, but neither the tests
 * nor the exit code. Any other command stays as the user wrote it.
 */
export function reportingCommand(command: string): string {
  const match = PLAIN_GO_TEST.exec(command);
  if (match === null || /\s-json\b/.test(command)) return command;
  return `go test -json${match.groups?.arguments ?? ''}`;
}

/** `cargo test` and its arguments before any `--`. */
const PLAIN_CARGO_TEST = /^\s*cargo test(?=\s|$)(?<arguments>(?:\s+[\w@%+=:,./-]+)*)\s*$/;

/** Cargo skips the test programs after the first that fails. */
export function withNoFailFast(command: string): string {
  const match = PLAIN_CARGO_TEST.exec(command);
  if (match === null || command.includes('--no-fail-fast')) return command;
  return `cargo test --no-fail-fast${match.groups?.arguments ?? ''}`;
}

/**
 * Words in a command that show that a runner may read the variables, directly or through another program. Other commands do
 * not need them, and their tests would see them.
 */
const REQUESTS: readonly { starts: RegExp; variables(request: ReportRequest): Record<string, string> }[] = [
  { starts: /\b(?:node|npm|npx|pnpm|yarn|jest|vitest|playwright|turbo|nx|lerna|react-scripts)\b/, variables: nodeVariables },
  { starts: /\b(?:py\.?test|nox|hatch|make|just|invoke|poe)\b/, variables: pytestOptions },
  { starts: /\b(?:rspec|rake)\b/, variables: rspecOptions },
  { starts: /\b(?:ruby|rake|rails)\b/, variables: minitestPath },
  { starts: /\b(?:phpunit|composer)\b/, variables: phpSettings },
  // A program that is started by its path and named after tests, or a make target.
  {
    starts: /\bmake\b|(?:^|[;&|(])\s*(?:\w+=\S*\s+)*(?:[\w.-]*\/)+(?!pytest|py\.test|vitest)[\w-]*test[\w-]*(?=$|[\s;&|)])/im,
    variables: ({ folder }) => ({ GTEST_OUTPUT: `json:${folder}/googletest/` }),
  },
  // MSBuild reads properties from the environment; those on the command line override them.
  {
    starts: /\bdotnet\s+test\b/,
    variables: ({ folder }) => ({ VSTestLogger: 'trx', VSTestResultsDirectory: `${folder}/dotnet` }),
  },
];

/** The variables to set: none if no runner would read them. */
export function requestReports(request: ReportRequest): Record<string, string> {
  const text = request.scripts.join('\n');
  const asked = REQUESTS.filter(({ starts }) => starts.test(text));
  return Object.assign({}, ...asked.map(({ variables }) => variables(request)));
}

/** Whether runs of a command request a report at all. `scripts` are those of package.json. */
export function asksForReports(command: string, scripts: Readonly<Record<string, string>>): boolean {
  const request = { scripts: expandScripts(command, scripts), folder: '', env: {} };
  return reportingCommand(command) !== command || Object.keys(requestReports(request)).length > 0;
}

const MAX_SCRIPTS = 30;
const CALLS_SCRIPTS = /\b(?:npm|pnpm|yarn|bun|npm-run-all|run-[sp]|concurrently)\b/;

/** A command and all scripts of package.json that it runs, including pre and post scripts. */
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

/** Node's own runner reads reporters from the environment, but fails if the command gives one without a destination. */
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

/** A second run in the same command would overwrite the first one's report. */
function pytestOptions({ scripts, folder, env }: ReportRequest): Record<string, string> {
  const runs = scripts.join('\n').match(/\b(?:py\.?test)\b(?![./-])/g) ?? [];
  if (runs.length > 1) return {};
  // xunit1 has the file of each test. The name tells the parser that the file attribute is complete.
  const options = `--junitxml=${quote(`${folder}/pytest.xml`)} -o junit_family=xunit1 -o junit_suite_name=hydra-pytest`;
  return { PYTEST_ADDOPTS: [env.PYTEST_ADDOPTS ?? '', options].join(' ').trim() };
}

function rspecOptions({ folder, env }: ReportRequest): Record<string, string> {
  const own = env.SPEC_OPTS ?? '';
  return {
    HYDRA_REPORTS: folder,
    HYDRA_SPEC_OPTS: own,
    SPEC_OPTS: `${own} --require ${quote(RSPEC_REPORT)}`.trim(),
  };
}

function minitestPath({ folder, env }: ReportRequest): Record<string, string> {
  const paths = [env.RUBYLIB ?? '', RUBY_FOLDER].filter((path) => path !== '');
  return { HYDRA_REPORTS: folder, RUBYLIB: paths.join(delimiter) };
}

/** An empty part means PHP's default folder. */
function phpSettings({ folder, env }: ReportRequest): Record<string, string> {
  const own = env.PHP_INI_SCAN_DIR;
  return {
    HYDRA_REPORTS: folder,
    HYDRA_PHP_HOOK: PHP_HOOK,
    ...(own === undefined ? {} : { HYDRA_PHP_INI_SCAN_DIR: own }),
    PHP_INI_SCAN_DIR: `${own ?? ''}${delimiter}${PHP_SETTINGS}`,
  };
}

/** NODE_OPTIONS, PYTEST_ADDOPTS and SPEC_OPTS accept quoted parts. */
function quote(text: string): string {
  return /[\s"'\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
}
