import { expect, test } from 'vitest';
import { DEFAULT_POLICY, type Weights } from '../contract/index.ts';
import { editWeights } from './edit-weights.ts';
import { resolvePolicy } from './resolve-policy.ts';

/** Sets lint and speed; the other weights stay as the text has them. */
function edit(text: string, changes: Partial<Weights> = { lint: 22.5, speed: 2.5 }): string {
  const { policy } = resolvePolicy({ fileText: text, fileName: 'hydra.toml', overrides: {} });
  return editWeights(text, 'hydra.toml', { ...policy.scoring.weights, ...changes });
}

test.each([
  [
    'replaces values and keeps comments, order and spacing',
    '# ours\n[scoring.weights]\nspeed=10   # slow is fine\n  lint = 15\n\n[race]\nagents = []\n',
    '# ours\n[scoring.weights]\nspeed=2.5   # slow is fine\n  lint = 22.5\n\n[race]\nagents = []\n',
  ],
  [
    'adds a missing weight below the last one, with its indentation',
    '[scoring.weights]\n  lint = 15 # clean\n\n# agents\n[race]\nagents = []\n',
    '[scoring.weights]\n  lint = 22.5 # clean\n  speed = 2.5\n\n# agents\n[race]\nagents = []\n',
  ],
  [
    'adds weights below the header of an empty table',
    '[scoring.weights] # none yet\n[race]\nagents = []\n',
    '[scoring.weights] # none yet\nlint = 22.5\nspeed = 2.5\n[race]\nagents = []\n',
  ],
  [
    'adds a table at the end',
    '[scoring.commands]\ntest = "x"\n',
    '[scoring.commands]\ntest = "x"\n\n[scoring.weights]\nlint = 22.5\nspeed = 2.5\n',
  ],
  ['writes a new file', '', '[scoring.weights]\nlint = 22.5\nspeed = 2.5\n'],
  ['ends a last line without a newline first', '[scoring.weights]\nlint = 15', '[scoring.weights]\nlint = 22.5\nspeed = 2.5\n'],
  [
    'ends a file without a newline first',
    'race.agents = []',
    'race.agents = []\n\n[scoring.weights]\nlint = 22.5\nspeed = 2.5\n',
  ],
  [
    'edits dotted keys',
    'scoring.weights.lint = 15\nrace.agents = []\n',
    'scoring.weights.lint = 22.5\nscoring.weights.speed = 2.5\nrace.agents = []\n',
  ],
  [
    'edits dotted keys below another table',
    '[scoring]\nweights.tests = 30\nprofile = "rust"\n',
    '[scoring]\nweights.tests = 30\nweights.lint = 22.5\nweights.speed = 2.5\nprofile = "rust"\n',
  ],
  [
    'edits an inline table',
    '[scoring]\nweights = { lint = 15 } # few\n',
    '[scoring]\nweights = { lint = 22.5, speed = 2.5 } # few\n',
  ],
  ['fills an empty inline table', '[scoring]\nweights = {}\n', '[scoring]\nweights = { lint = 22.5, speed = 2.5 }\n'],
  [
    'keeps CRLF and a byte order mark',
    '\ufeff[scoring.weights]\r\nlint = 15\r\n',
    '\ufeff[scoring.weights]\r\nlint = 22.5\r\nspeed = 2.5\r\n',
  ],
  ['edits quoted keys', '[scoring."weights"]\n"lint" = 15.0\nspeed = 1_0\n', '[scoring."weights"]\n"lint" = 22.5\nspeed = 2.5\n'],
  [
    'adds a weight that a preset sets',
    '[scoring]\npreset = "founding"\n',
    '[scoring]\npreset = "founding"\n\n[scoring.weights]\nlint = 22.5\nspeed = 2.5\n',
  ],
])('%s', (_name, before, after) => {
  expect(edit(before)).toBe(after);
});

test('changes nothing if the weights are those of the file', () => {
  expect(edit('# a comment\n[scoring.weights]\ntests = 30\n', {})).toBe('# a comment\n[scoring.weights]\ntests = 30\n');
});

test('writes a whole number without a fraction, and 0', () => {
  expect(edit('scoring.weights = { lint = 15, speed = 10 }', { lint: 25, speed: 0 })).toBe(
    'scoring.weights = { lint = 25, speed = 0 }',
  );
});

test('refuses a file where a table cannot be added, and says what it needs', () => {
  const weights = { ...DEFAULT_POLICY.scoring.weights, lint: 22.5, speed: 2.5 };
  expect(() => editWeights('scoring = { profile = "rust" }\n', 'hydra.toml', weights)).toThrow(
    expect.objectContaining({
      code: 'config_not_editable',
      next: 'Edit the file; under [scoring.weights] it needs `lint = 22.5` and `speed = 2.5`.',
    }),
  );
});
