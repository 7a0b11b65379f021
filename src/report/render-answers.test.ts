// Examples, solutions and questions in the output of `hydra score` and `hydra explain`, and in Markdown.
import { expect, test } from 'vitest';
import { makeCandidate, makeFacts, makePolicy, probe, taskExamples, taskTest } from '../../test/facts-builder.ts';
import type { Facts } from '../contract/index.ts';
import { scoreFacts } from '../scoring/index.ts';
import { renderExplanation } from './render-explanation.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderRanking } from './render-ranking.ts';
import { renderResult } from './render-result.ts';
import { displayWidth, LINE_WIDTH } from './terminal-text.ts';

const plain = { colour: false };

function factsOf(call: string, answer: string, names = ['a', 'b', 'c', 'd']): Facts {
  const probes = [0, 1, 2].map((index) =>
    probe(
      `${call}${index === 0 ? '' : ` + ${index}`}`,
      answer,
      Object.fromEntries(names.map((name) => [name, name === 'c' ? answer : 'y'])),
    ),
  );
  const authors = [
    taskExamples(
      taskTest('e1', Object.fromEntries(names.map((name) => [name, 'pass'])), {}),
      taskTest('e2', Object.fromEntries(names.map((name) => [name, 'fail'])), {}),
    ),
  ];
  return makeFacts({ candidates: names.map((name) => makeCandidate({ name })), probes, authors });
}

test('the result shows examples and the most telling question with the command that asks it', () => {
  const facts = factsOf('f(1)', 'x', ['a', 'c']);
  const lines = renderResult(scoreFacts(facts, makePolicy()), facts, plain).split('\n');
  expect(lines.slice(0, 2).join(' ')).toBe(
    'Level: a and c (no test separates them; they differ on 3 of 3 inputs; listed by   name).',
  );
  const start = lines.indexOf('They differ on 3 of 3 inputs. The one that tells most:');
  expect(lines.slice(start - 3, start + 3)).toEqual([
    'Examples of the task: a 1 of 1, c 1 of 1; no candidate passes 1 more: it may',
    '  have been read wrongly',
    '',
    'They differ on 3 of 3 inputs. The one that tells most:',
    '  f(1)    a: y    c: x    base: x',
    'Which is right?  hydra ask run-1',
  ]);
});

test('a likely result says so, and why the others are less likely', () => {
  const facts = factsOf('f(1)', 'x');
  const card = scoreFacts(facts, makePolicy());
  const text = renderResult(card, facts, plain);
  expect(text.split('\n').slice(0, 3)).toEqual([
    'Likely: a, b and d, not proven: 3 of 4 independent solutions give the same',
    '  answers to all 3 inputs; c gives other answers to 3. `hydra ask run-1` shows',
    '  the input that separates them.',
  ]);
  expect(text).toContain('gives other answers, and fewer others agree with it');
  expect(renderRanking(card, plain)).toContain(
    'Solutions\n  a, b and d: the same answers; 67% of the others agree on average\n  c: a solution of its own; 0% of the others agree on average\n',
  );
  expect(renderMarkdown(card).split('\n')[0]).toBe('### Hydra: likely `a`, `b` and `d`, not proven');
});

test('explain shows the examples of the candidate, and the question if it leads', () => {
  const facts = factsOf('f(1)', 'x', ['a', 'c']);
  const scorecard = scoreFacts(facts, makePolicy());
  const options = { ...plain, dimension: null, verbose: false, facts, scorecard };
  for (const ranking of scorecard.rankings) {
    const text = renderExplanation(ranking, options);
    expect(text).toContain('Examples of the task: passes 1 of 1\n');
    expect(text).toContain('  f(1)    a: y    c: x    base: x\n');
  }
  const [first] = scorecard.rankings;
  expect(first && renderExplanation(first, { ...options, dimension: 'lint' })).not.toContain('Examples');
});

test('Markdown shows the question with one line per answer', () => {
  const lines = renderMarkdown(scoreFacts(factsOf('f(1)', 'x', ['a', 'c']), makePolicy())).split('\n');
  const start = lines.indexOf('They differ on 3 of 3 inputs. The one that tells most: `f(1)`');
  expect(lines.slice(start + 1, start + 7)).toEqual([
    '',
    '- a: `y`',
    '- c: `x`',
    '- base: `x`',
    '',
    'Which is right? `hydra ask run-1`',
  ]);
});

test('hostile calls and answers are escaped and bounded everywhere', () => {
  const hostile = `f("\u001b[2J\u202e\n# <img src=x> \`|@team${'é'.repeat(9000)}")`;
  const facts = factsOf(hostile, hostile, ['a', 'c']);
  const card = scoreFacts(facts, makePolicy());
  const terminal = [renderResult(card, facts, plain), renderRanking(card, plain)];
  for (const text of [...terminal, renderMarkdown(card)]) {
    expect(['\u001b', '\u202e'].filter((character) => text.includes(character))).toEqual([]);
    expect(text.length).toBeLessThan(9000);
  }
  for (const line of terminal.join('\n').split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(LINE_WIDTH);
  expect(renderMarkdown(card)).not.toMatch(/^# |`\|@/m);
});
