// Renders the examples in the text of a task, and what became of each, on a terminal. Task texts are untrusted.
import type { CrossTestRow, ExpectedResult, Run, RunExample, Scorecard } from '../contract/index.ts';
import { joinNames, outcomeOf } from '../text/index.ts';
import { type Paint, painter } from './paint.ts';
import { cutEnd, visibleText, wrapText } from './terminal-text.ts';

const MAX_CODE_LENGTH = 300;

export function renderExamples({ task, examples = [] }: Run, scorecard: Scorecard, { colour }: { colour: boolean }): string {
  if (task === null) return 'The run has no task. `hydra score --task` takes its text or file.\n';
  if (examples.length === 0) return 'No example was found in the text of the task.\n';
  const paint = painter(colour);
  const rows = (scorecard.cross_tests ?? []).filter(({ kind }) => kind === 'task');
  const names = scorecard.rankings.map(({ agent }) => agent);
  const lines = examples.flatMap((example) => [heading(example, paint), ...wrapText('   ', becameOf(example, rows, names), 3)]);
  return `${lines.join('\n')}\n`;
}

function heading({ number, form, lines: [first, last], call, expected }: RunExample, paint: Paint): string {
  const where = first === last ? `line ${first}` : `lines ${first} to ${last}`;
  const prompt = form === 'transcript' ? '$ ' : '';
  return `${number}. ${prompt}${code(call)} ${expectation(expected)} ${paint('faint', `(${where})`)}`;
}

function expectation(expected: ExpectedResult): string {
  switch (expected.kind) {
    case 'value':
      return `gives ${code(expected.code)}`;
    case 'output':
      return printed(expected.text, expected.status);
    case 'error':
      return expected.name === null ? 'is an error' : `raises ${code(expected.name)}`;
    case 'holds':
      return 'holds';
  }
}

function printed(text: string, status: number | undefined): string {
  const ends = status === undefined ? [] : [`ends with ${status}`];
  return [...(text === '' ? [] : [`prints ${code(text)}`]), ...ends].join(' and ');
}

function becameOf({ test, why }: RunExample, rows: readonly CrossTestRow[], names: readonly string[]): string {
  if (test === null) return `not run: ${visibleText(why ?? 'unknown')}`;
  const row = rows.find(({ id }) => id === test || id.endsWith(test));
  if (row === undefined) return 'not run';
  const where = (outcome: string) => names.filter((name) => outcomeOf(row, name) === outcome).map(visibleText);
  const [passes, fails, unable] = [where('pass'), where('fail'), where('cannot_load')];
  const counts = row.standing === 'scored' || row.standing === 'uncorroborated';
  return [
    `base ${row.base === 'pass' ? 'passes' : 'fails'}`,
    ...(passes.length === 0 ? [] : [`passes: ${joinNames(passes)}`]),
    ...(fails.length === 0 ? [] : [`fails: ${joinNames(fails)}`]),
    ...(unable.length === 0 ? [] : [`cannot run: ${joinNames(unable)}`]),
    ...(counts ? [] : [`does not count: ${WITHOUT_VOTE[row.standing] ?? row.standing}`]),
  ].join('; ');
}

const WITHOUT_VOTE: Partial<Record<CrossTestRow['standing'], string>> = {
  passes_nowhere: 'no candidate passes it, so it may have been read wrongly',
  passes_on_base: 'the base and every candidate pass it',
  unstable: 'it is flaky',
  loads_nowhere: 'it runs with no candidate',
};

function code(text: string): string {
  return cutEnd(visibleText(text.replace(/\s*\n\s*/g, ' ⏎ ')), MAX_CODE_LENGTH);
}
