// Report: the new tests that separate the candidates, on a terminal.
import { joinNames, type Scorecard } from '../contract/index.ts';
import type { Paint } from './paint.ts';
import { countSharedTests, type SeparatingTest, separatingTests } from './task-tests.ts';
import { cutEnd, cutMiddle, LINE_WIDTH, visibleText, wrapText } from './terminal-text.ts';

const TESTS_SHOWN = 5;
const FAILURE_LINES = 3;
const LONGEST_ID = 300;
const LONGEST_NAME = 24;

/** `isComplete`: every test, not only the first few. */
export function renderTaskTests(scorecard: Scorecard, paint: Paint, isComplete = false): string[] {
  const tests = separatingTests(scorecard);
  const lines = [...acceptanceLines(scorecard), ...sharedLines(scorecard, tests.length)];
  const shown = isComplete ? tests : tests.slice(0, TESTS_SHOWN);
  const more = tests.length - shown.length;
  const body = [...lines, ...shown.flatMap((test) => renderTest(test, paint))];
  if (body.length === 0) return [];
  const rest = more > 0 ? [`  and ${more} more: \`hydra explain --tests\` shows them all`] : [];
  return [paint('strong', 'Tests about the task'), ...body, ...rest];
}

function acceptanceLines({ acceptance }: Scorecard): string[] {
  if (acceptance === undefined || acceptance.tests === 0) return [];
  const { tests, pass_on_base: passing, cannot_load_on_base: unable } = acceptance;
  const parts = [
    ...(passing === 0
      ? []
      : [
          `${passing} of them ${passing === 1 ? 'passes on the base and says' : 'pass on the base and say'} nothing about the task`,
        ]),
    ...(unable === 0
      ? []
      : [`${unable} cannot run on the base, where what ${unable === 1 ? 'it uses' : 'they use'} does not exist yet`]),
  ];
  const text = `${tests === 1 ? '1 acceptance test' : `${tests} acceptance tests`}${parts.length === 0 ? '' : `; ${parts.join('; ')}`}`;
  return wrapText('  ', text);
}

function sharedLines(scorecard: Scorecard, separating: number): string[] {
  const count = countSharedTests(scorecard);
  if (count === 0) return [];
  const also = separating === 0 ? '' : ' other';
  return [
    `  ${count}${also} new ${count === 1 ? 'test passes' : 'tests pass'} with every candidate that could run ${count === 1 ? 'it' : 'them'}`,
  ];
}

function renderTest(test: SeparatingTest, paint: Paint): string[] {
  const head = wrapText('  ', `${cutEnd(visibleText(test.id), LONGEST_ID)}`, 4);
  const by = test.isScored ? `by ${nameOf(test.author)}` : `by ${nameOf(test.author)}, not scored: no other candidate passes it`;
  const outcomes = [
    ['passes', test.passes],
    ['fails', test.fails],
    ['cannot run', test.cannotRun],
    ['flaky', test.flaky],
  ] as const;
  const cells = outcomes
    .filter(([, names]) => names.length > 0)
    .map(([word, names]) => `${word}: ${joinNames(names.map(nameOf))}`);
  return [...head, ...wrapText('    ', `${by}; ${cells.join('; ')}`), ...failureLines(test, paint)];
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
  return cutMiddle(visibleText(name), LONGEST_NAME);
}
