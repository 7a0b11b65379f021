import { describe, expect, test } from 'vitest';
import { hydraError } from '../contract/index.ts';
import { renderError } from './render-error.ts';

describe('renderError', () => {
  test('prints the message, the location, the value and the next step', () => {
    const details = { key: 'scoring.weights.tests', expected: 'a number of at least 0', actual: '-3' };
    const place = { file: 'hydra.toml', line: 4, column: 9 };
    expect(renderError(hydraError('config_invalid_value', details, { place, value: '-3' }))).toBe(`\
hydra: Expected \`scoring.weights.tests\` to be a number of at least 0, got -3.
  at hydra.toml:4:9
  value: -3
  next: Change the value; \`hydra explain --policy\` shows every key and its current value.
`);
  });

  test.each([
    ['only a file', { place: { file: 'facts.json' } }, '  at facts.json\n'],
    ['a line without a column', { place: { file: 'facts.json', line: 2 } }, '  at facts.json:2\n'],
    ['neither place nor value', {}, ''],
  ])('%s', (_what, context, middle) => {
    const error = hydraError('config_weights_all_zero', {}, context);
    expect(renderError(error)).toBe(`hydra: ${error.message}\n${middle}  next: ${error.next}\n`);
  });

  test('escapes and shortens a hostile value', () => {
    const error = hydraError(
      'unknown_candidate',
      { candidate: 'x\u001b[2J', suggestion: 's' },
      { value: `x\nhydra: fine${'!'.repeat(2000)}` },
    );
    const lines = renderError(error).split('\n');
    expect(lines[0]).toBe('hydra: There is no candidate `x\\u001b[2J` in this run.');
    expect(lines[1]?.slice(0, 26)).toBe('  value: x\\nhydra: fine!!!');
    expect(lines[1]).toHaveLength(1000);
    expect(lines[2]).toBe('  next: s');
  });
});
