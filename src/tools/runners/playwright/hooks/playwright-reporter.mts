// Runs inside the user's Playwright, as an additional reporter: writes the results of all tests in the format of Playwright's
// JSON reporter, which itself cannot be added to the reporters of a configuration file.
import { writeFileSync } from 'node:fs';

/** The used part of Playwright's reporter interface. */
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
// Reporters are loaded before the worker processes start, so that those do not see the variables.
delete process.env.HYDRA_REPORTS;
delete process.env.PW_TEST_REPORTER;

export default class HydraReporter {
  #suite: Suite | null = null;
  readonly #errors: TestError[] = [];

  /** Otherwise Playwright would not show its own progress if the configured reporters print nothing. */
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
      // A report that cannot be written must not affect the run.
    }
  }
}

function suiteOf(test: Test): object {
  const [, projectName, file, ...titles] = test.titlePath();
  const tests = [{ projectName, status: test.outcome() }];
  return { title: file, specs: [{ title: titles.join(' > '), tests }] };
}
