// A run in TeamCity's service messages alone, from any runner.
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { readTeamcityMessage, TeamcityTests } from '../shared/teamcity-messages.ts';

export const teamcity: LineParser<TestSection> = {
  id: 'teamcity',
  form: 'lines',
  commands: [],
  startsWith: ['##teamcity['],
  open: (results) => new TeamcityReader(results),
};

class TeamcityReader implements LineReader {
  readonly #results: Results<TestSection>;
  readonly #tests: TeamcityTests;
  #run: TestRun | null = null;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#tests = new TeamcityTests(results, { idOf: (suites, name) => [...suites, name].join(' > ') });
  }

  line(text: string): boolean {
    const message = readTeamcityMessage(text);
    if (message === null || !message.type.startsWith('test')) return false;
    this.#run ??= this.#results.draftRun();
    this.#run.touch();
    this.#tests.message(message);
    return false;
  }

  /** The messages state no totals: a run is complete when everything that started has finished. */
  end(): void {
    const run = this.#run;
    const { tests, openCount, misplaced } = this.#tests;
    if (run === null || tests.length === 0) return;
    run.tests = tests.map(({ isPlaceholder, isFalseFailure, ...test }) => test);
    run.hasFooter = openCount === 0;
    if (misplaced > 0) run.problems.push(`${misplaced} service messages begin or end a test out of turn`);
    this.#results.add(run);
  }
}
