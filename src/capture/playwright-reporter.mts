// Runs inside the user's Playwright, as one more reporter: writes the results of all tests in the form of Playwright's own
// JSON reporter, which itself cannot be added beside the reporters of a configuration file.
import { writeFileSync } from 'node:fs';

/** The part of Playwright's interface for reporters that is used. */
interface Test {
  title: string;
  /** '', the project, the file, the groups, the test. */
  titlePath(): string[];
  outcome(): 'expected' | 'unexpected' | 'flaky' | 'skipped';
}
interface Suite {
  allTests(): Test[];
}
interface TestError {
  message?: string;
  location?: { file: string };
}

const folder = process.env.HYDRA_REPORTS;
// Reporters are loaded before the processes that run tests are started: those see none of it.
delete process.env.HYDRA_REPORTS;
delete process.env.PW_TEST_REPORTER;

export default class HydraReporter {
  #suite: Suite | null = null;
  readonly #errors: TestError[] = [];

  /** Otherwise Playwright would not show its own progress where the configured reporters print nothing. */
  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError({ message, location }: TestError): void {
    this.#errors.push({ ...(message === undefined ? {} : { message }), ...(location === undefined ? {} : { location }) });
  }

  onEnd(): void {
    const tests = this.#suite?.allTests() ?? [];
    const count = (outcome: string) => tests.filter((test) => test.outcome() === outcome).length;
    const stats = Object.fromEntries(['expected', 'unexpected', 'flaky', 'skipped'].map((word) => [word, count(word)]));
    const document = { config: { projects: [] }, suites: tests.map(suiteOf), errors: this.#errors, stats };
    try {
      writeFileSync(`${folder}/playwright-${process.pid}.json`, JSON.stringify(document));
    } catch {
      // A report that cannot be written must not disturb the run.
    }
  }
}

function suiteOf(test: Test): object {
  const [, projectName, file, ...titles] = test.titlePath();
  const tests = [{ projectName, status: test.outcome() }];
  return { title: file, specs: [{ title: titles.join(' > '), tests }] };
}
