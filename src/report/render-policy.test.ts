import { describe, expect, test } from 'vitest';
import { renderPolicy } from './render-policy.ts';

describe('renderPolicy', () => {
  test('lists each setting with its origin; a long one is wrapped', () => {
    const rows = [
      { key: 'scoring.weights.tests', value: '50', origin: '--weight' },
      { key: 'scoring.commands.test', value: '"npm test"', origin: 'profile js-node' },
      { key: 'scoring.diff_scope.protected_paths', value: '["infra/", "scripts/release/"]', origin: 'hydra.toml:19' },
      { key: 'scoring.diff_scope.allowed_paths', value: `[${'"a/very/long/path/", '.repeat(4)}"b"]`, origin: 'hydra.toml:20' },
      { key: 'scoring.commands.lint', value: '"echo \u202e"', origin: 'a/folder/with/a/very/long/name/and/then/hydra.toml:3' },
    ];
    expect(renderPolicy(rows)).toBe(`\
scoring.weights.tests = 50                            # --weight
scoring.commands.test = "npm test"                    # profile js-node
scoring.diff_scope.protected_paths = ["infra/", "scripts/release/"]
  # hydra.toml:19
scoring.diff_scope.allowed_paths = ["a/very/long/path/", "a/very/long/path/",
  "a/very/long/path/", "a/very/long/path/", "b"]
  # hydra.toml:20
scoring.commands.lint = "echo \\u202e"
  # a/folder/with/a/very…d/then/hydra.toml:3
`);
  });
});
