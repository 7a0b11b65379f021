// Capture: asks test runners for a report beside their console output, without changing the user's command.
// A report is written by the runner itself; console lines can be printed by any code under test.
import { fileURLToPath } from 'node:url';

/** Files loaded into the user's processes; found from the folder above, because the command line is bundled. */
const besideThis = (name: string) => new URL(`../capture/${name}`, import.meta.url);
/** Loaded into every Node process of the command; it acts only where the process is a test runner. */
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

/** The variables to set. */
export function requestReports(request: ReportRequest): Record<string, string> {
  const { folder, env } = request;
  const nodeOptions = [env.NODE_OPTIONS ?? '', `--require ${quote(RUNNER_HOOK)}`, nodeTestReporters(request)];
  return {
    HYDRA_REPORTS: folder,
    HYDRA_NODE_OPTIONS: env.NODE_OPTIONS ?? '',
    NODE_OPTIONS: nodeOptions.filter((option) => option !== '').join(' '),
    ...pytestOptions(request),
  };
}

/** Node's own runner takes reporters from the environment, but stops when the command names one without a destination. */
function nodeTestReporters({ scripts, folder }: ReportRequest): string {
  const text = scripts.join('\n');
  const isRun = /\bnode\b[^&|;\n]*\s--test(?=\s|$)/m.test(text);
  const leadsElsewhere = scripts.slice(1).some((script) => /\b(?:npm|npx|pnpm|yarn|turbo|nx|lerna|make)\b/.test(script));
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
