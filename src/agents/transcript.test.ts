// The sum of single lines, and their cost.
import { describe, expect, test } from 'vitest';
import type { AgentAdapter, AgentEvent } from './adapter.ts';
import { customAgent, openTranscript } from './index.ts';
import { costOf, PRICES, PRICES_DATE } from './prices.ts';

const plain = customAgent('plain', { command: ['x'] });
const json: AgentAdapter = { ...plain, output: 'json', createReader: () => () => [{ kind: 'message', text: 'read' }] };
const settings = { model: null, prices: {} };

function usage(input: number | null, output: number | null, cached: number | null = 0) {
  return { input_tokens: input, cached_input_tokens: cached, cache_write_tokens: 0, output_tokens: output };
}

function report(
  scope: 'step' | 'total',
  input: number | null,
  output: number | null,
  costUsd: number | null,
  model: string | null = null,
): AgentEvent {
  return { kind: 'usage', scope, parts: [{ model, usage: usage(input, output) }], costUsd };
}

test('keeps output that is not JSON as text, with one warning', () => {
  const transcript = openTranscript(json, settings);
  const kinds = ['oops', '', '  ', '[1]', '{"a":', '{"a":1}', 'again'].map((line) =>
    transcript.read(line).map(({ kind }) => kind),
  );
  expect(kinds).toEqual([['warning', 'progress'], [], [], ['progress'], ['progress'], ['message'], ['progress']]);
});

test('does not warn about an agent that prints text', () => {
  expect(openTranscript(plain, settings).read('{"a":1}')).toEqual([{ kind: 'progress', text: '{"a":1}' }]);
});

describe('usage', () => {
  test('is unknown if none was reported', () => {
    expect(openTranscript(plain, settings).sums()).toMatchObject({
      usage: { input_tokens: null, cached_input_tokens: null, cache_write_tokens: null, output_tokens: null },
      cost_usd: null,
      cost_source: 'unknown',
    });
  });

  test('adds steps, and replaces them with a total', () => {
    const transcript = openTranscript(plain, settings);
    transcript.add(report('step', 10, 1, 0.5));
    transcript.add(report('step', 20, 2, 0.25));
    expect(transcript.sums()).toMatchObject({ usage: usage(30, 3), cost_usd: 0.75, cost_source: 'reported' });
    transcript.add(report('total', 25, 3, 0.5));
    expect(transcript.sums()).toMatchObject({ usage: usage(25, 3), cost_usd: 0.5 });
  });

  test('a step without tokens or cost makes the sum unknown', () => {
    const transcript = openTranscript(plain, settings);
    transcript.add(report('step', 10, 1, 0.5));
    transcript.add(report('step', null, 2, null));
    expect(transcript.sums()).toMatchObject({ usage: usage(null, 3), cost_usd: null, cost_source: 'unknown' });
  });

  test('uses the price of each model; a missing price makes the cost unknown', () => {
    const prices = { a: { input: 1, output: 10, cached_input: 0 }, b: { input: 2, output: 20, cached_input: 0 } };
    const transcript = openTranscript(plain, { model: 'a', prices });
    transcript.add(report('step', 1_000_000, 100_000, null));
    transcript.add(report('step', 500_000, 0, null, 'b'));
    expect(transcript.sums()).toMatchObject({ cost_usd: 3, cost_source: 'prices', models: ['a', 'b'] });
    transcript.add(report('step', 1, 1, null, 'c'));
    expect(transcript.sums()).toMatchObject({ cost_usd: null, cost_source: 'unknown' });
  });
});

test('uses the last report of success or failure', () => {
  const transcript = openTranscript(plain, settings);
  transcript.add({ kind: 'failed', reason: 'first' });
  expect(transcript.sums()).toMatchObject({ outcome: 'failed', failure: 'first' });
  transcript.add({ kind: 'completed', text: 'done' });
  expect(transcript.sums()).toMatchObject({ outcome: 'completed', failure: null, final_message: 'done' });
});

describe('prices', () => {
  test.each([
    ['gpt-5', usage(1_000_000, 100_000), {}, 2.25],
    ['gpt-5', usage(1_000_000, 100_000, 1_000_000), {}, 1.125],
    ['gpt-5', usage(1_000_000, 100_000), { 'gpt-5': { input: 3, output: 10, cached_input: 1 } }, 4],
    ['gpt-5', usage(null, 100_000), {}, null],
    ['gpt-5', usage(1_000_000, 100_000, null), {}, null],
    ['m', usage(1_000_000, 0, 1), { m: { input: 3, output: 10 } }, null],
    ['unheard-of', usage(1, 1), {}, null],
    ['constructor', usage(1, 1), {}, null],
    [null, usage(1, 1), {}, null],
  ])('%s %j', (model, used, own, expected) => {
    expect(costOf(model, used, own)).toBe(expected);
  });

  test('cache writes without a price make the cost unknown', () => {
    const own = { m: { input: 5, cached_input: 0.5, output: 25 } };
    expect(costOf('m', { ...usage(10, 1), cache_write_tokens: 5 }, own)).toBeNull();
  });

  test('cache writes of five minutes and of an hour have their own prices', () => {
    const written = { ...usage(1_000_000, 0), cache_write_tokens: 1_000_000 };
    expect(costOf('claude-opus-4-5', { ...written, cache_write_1h_tokens: 0 }, {})).toBe(6.25);
    expect(costOf('claude-opus-4-5', { ...written, cache_write_1h_tokens: 1_000_000 }, {})).toBe(10);
    expect(costOf('claude-opus-4-5', { ...written, cache_write_1h_tokens: 400_000 }, {})).toBe(7.75);
    expect(costOf('claude-opus-4-5', written, {})).toBeNull();
    expect(costOf('m', written, { m: { input: 5, cached_input: 0.5, cache_write: 6, output: 25 } })).toBe(6);
  });

  test('the table has a date, and cached input is never more expensive', () => {
    expect(PRICES_DATE).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const odd = Object.entries(PRICES).filter(
      ([, { input, cached_input = 0, output }]) => cached_input > input || output < input,
    );
    expect(odd).toEqual([]);
  });
});
