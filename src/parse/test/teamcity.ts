// A run told by TeamCity's service messages alone, whichever runner prints them.

import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';
import { readTeamcityMessage, TeamcityTests } from './shared/teamcity-messages.ts';

const ID = 'teamcity';

export const teamcity: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: [],
  startsWith: ['##teamcity['],
  open: ({ shelf }) => new TeamcityReader(shelf),
};

class TeamcityReader implements LineReader<TestSection> {
  readonly #tests: TeamcityTests;
  #section: TestSection | null = null;

  constructor(shelf: Shelf) {
    this.#tests = new TeamcityTests(shelf, { idOf: (suites, name) => [...suites, name].join(' > ') });
  }

  line(text: string, lineNumber: number): boolean {
    const message = readTeamcityMessage(text);
    if (message === null || !message.type.startsWith('test')) return false;
    this.#section ??= emptyTestSection(ID, lineNumber);
    this.#section.lastLine = lineNumber;
    this.#tests.message(message);
    return false;
  }

  /** The messages state no totals: a run is whole when everything that began has ended. */
  end(): TestSection[] {
    const section = this.#section;
    if (section === null) return [];
    section.tests = this.#tests.tests.map(({ id, status }) => ({ id, status }));
    section.hasFooter = this.#tests.openCount === 0;
    if (this.#tests.misfits > 0) section.problems.push(`${this.#tests.misfits} service messages begin or end a test out of turn`);
    return section.tests.length === 0 ? [] : [section];
  }
}
