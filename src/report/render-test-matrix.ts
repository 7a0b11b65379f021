// Renders every new test about the task with its result on every candidate, on a terminal.
import type { Facts, Scorecard } from '../contract/index.ts';
import { joinNames, NO_VOTE_REASONS, outcomeOf, testsWith } from '../text/index.ts';
import { type Paint, painter } from './paint.ts';
import { renderTaskTests, renderTest } from './render-task-tests.ts';
import { cutEnd, visibleText, wrapText } from './terminal-text.ts';

const MAX_ID_LENGTH = 300;

export function renderTestMatrix(scorecard: Scorecard, facts: Facts, { colour }: { colour: boolean }): string {
  const paint = painter(colour);
  const lines = [
    ...renderTaskTests(scorecard, paint, true),
    ...withoutVote(scorecard, paint),
    ...acceptanceTests(scorecard, facts, paint),
    ...testsOfTheBase(scorecard, facts, paint),
  ];
  return `${(lines.length === 0 ? ['No candidate adds a test, or changes the result of one.'] : lines).join('\n')}\n`;
}

function withoutVote(scorecard: Scorecard, paint: Paint): string[] {
  return Object.entries(NO_VOTE_REASONS).flatMap(([standing, why]) => {
    const tests = testsWith(scorecard, (row) => row.standing === standing);
    if (tests.length === 0) return [];
    return [`  Without a vote, because they ${why}:`, ...tests.flatMap((test) => renderTest(test, paint))];
  });
}

function acceptanceTests({ rankings }: Scorecard, { acceptance }: Facts, paint: Paint): string[] {
  const tests = acceptance?.tests ?? [];
  if (tests.length === 0) return [];
  const names = rankings.map(({ agent }) => agent);
  return [
    paint('strong', 'Acceptance tests'),
    ...tests.flatMap(({ id, others }) => {
      const where = (wanted: boolean) => names.filter((name) => (outcomeOf({ outcomes: others }, name) === 'pass') === wanted);
      return entry(id, [
        ['passes', where(true)],
        ['does not pass', where(false)],
      ]);
    }),
  ];
}

/** Those whose result differs from that on the base with at least one candidate. */
function testsOfTheBase({ rankings }: Scorecard, { candidates }: Facts, paint: Paint): string[] {
  const ranked = rankings.flatMap(({ agent }) => candidates.filter(({ name }) => name === agent));
  const of = (list: 'fixed' | 'regressed' | 'dropped', id: string) =>
    ranked.flatMap(({ name, tests }) => (tests.state === 'measured' && new Set(tests[list]).has(id) ? [name] : []));
  const changed = ranked.flatMap(({ tests }) =>
    tests.state === 'measured' ? [...tests.fixed, ...tests.regressed, ...tests.dropped] : [],
  );
  const ids = [...new Set(changed)].sort();
  if (ids.length === 0) return [];
  return [
    paint('strong', 'Tests of the base with another result'),
    ...ids.flatMap((id) =>
      entry(id, [
        ['fixed by', of('fixed', id)],
        ['broken by', of('regressed', id)],
        ['no longer run by', of('dropped', id)],
      ]),
    ),
  ];
}

function entry(id: string, cells: readonly (readonly [string, readonly string[]])[]): string[] {
  const texts = cells.flatMap(([word, names]) =>
    names.length === 0 ? [] : [`${word}: ${joinNames(names.map((name) => visibleText(name)))}`],
  );
  return [...wrapText('  ', cutEnd(visibleText(id), MAX_ID_LENGTH), 4), ...wrapText('    ', texts.join('; '))];
}
