// Renders the new tests that separate the candidates, on a terminal.
import type { Scorecard } from '../contract/index.ts';
import {
  acceptanceText,
  joinNames,
  type SeparatingTest,
  separatingTests,
  sharedTestsText,
  soleTestsText,
  testsWithVote,
} from '../text/index.ts';
import type { Paint } from './paint.ts';
import { cutEnd, cutMiddle, LINE_WIDTH, visibleText, wrapText } from './terminal-text.ts';

const TESTS_SHOWN = 5;
/** Enough for a message with expected and actual values. */
const FAILURE_LINES = 4;
const MAX_ID_LENGTH = 300;
const MAX_NAME_LENGTH = 24;

/** `isComplete`: every test, not only the first few. */
export function renderTaskTests(scorecard: Scorecard, paint: Paint, isComplete = false): string[] {
  const tests = isComplete ? testsWithVote(scorecard) : separatingTests(scorecard);
  // The complete list has these tests one by one.
  const texts = isComplete ? [] : [sharedTestsText(scorecard), soleTestsText(scorecard)];
  const counts = texts.flatMap((text) => (text === null ? [] : wrapText('  ', cutEnd(visibleText(text), MAX_ID_LENGTH))));
  const lines = [...acceptanceLines(scorecard), ...counts];
  const shown = isComplete ? tests : tests.slice(0, TESTS_SHOWN);
  const more = tests.length - shown.length;
  const body = [...lines, ...shown.flatMap((test) => renderTest(test, paint))];
  if (body.length === 0) return [];
  const rest = more > 0 ? [`  and ${more} more: \`hydra explain --tests\` shows them all`] : [];
  return [paint('strong', 'Tests about the task'), ...body, ...rest];
}

function acceptanceLines({ acceptance }: Scorecard): string[] {
  return acceptance === undefined || acceptance.tests === 0 ? [] : wrapText('  ', acceptanceText(acceptance));
}

export function renderTest(test: SeparatingTest, paint: Paint): string[] {
  const head = wrapText('  ', `${cutEnd(visibleText(test.id), MAX_ID_LENGTH)}`, 4);
  const isOpen = test.row.standing === 'uncorroborated';
  const by = `by ${nameOf(test.author)}${isOpen ? ', not scored: no other candidate passes it' : ''}`;
  const outcomes = [
    ['passes', test.passes],
    ['fails', test.fails],
    ['cannot run', test.cannotRun],
    ['flaky', test.flaky],
  ] as const;
  const cells = outcomes
    .filter(([, names]) => names.length > 0)
    .map(([word, names]) => `${word}: ${joinNames(names.map(nameOf))}`);
  return [...head, ...wrapText('    ', [by, ...cells].join('; ')), ...failureLines(test, paint)];
}

function failureLines({ failure }: SeparatingTest, paint: Paint): string[] {
  if (failure === null) return [];
  const name = nameOf(failure.candidate);
  const lines = failure.text.split('\n').slice(0, FAILURE_LINES);
  return lines.map((line, index) => {
    const label = index === 0 ? `${name}: ` : ' '.repeat(name.length + 2);
    return paint('faint', cutEnd(`      ${label}${visibleText(line)}`, LINE_WIDTH));
  });
}

function nameOf(name: string): string {
  return cutMiddle(visibleText(name), MAX_NAME_LENGTH);
}
