// docs/configuration.md matches the code.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listPolicyValues, resolvePolicy } from '../src/config/index.ts';
import { PRESET_IDS } from '../src/config/presets.ts';
import { HydraError } from '../src/contract/index.ts';
import { PROFILES } from '../src/profiles/index.ts';
import { renderError } from '../src/report/index.ts';

const page = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8');

function resolve(fileText: string | null) {
  return resolvePolicy({ fileText, fileName: 'hydra.toml', overrides: {} });
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replace(/^`([^`]*)`$/, '$1'));
}

/** Every row of the tables of keys, as `scoring.weights.tests` and its default. */
function documentedDefaults(): Map<string, string> {
  const defaults = new Map<string, string>();
  for (const section of page.split(/^### /m).slice(1)) {
    const table = /^`\[([\w.]+)\]`\n/.exec(section)?.[1];
    for (const row of section.split('\n## ')[0]?.match(/^\| `.*$/gm) ?? []) {
      const [key, , byDefault] = cellsOf(row);
      defaults.set(`${table}.${key}`, byDefault ?? '');
    }
  }
  return defaults;
}

test('every key is in its table with its default, in the order of `hydra explain --policy`', () => {
  const documented = [...documentedDefaults()].filter(
    ([key]) => !/^(?:scoring\.(?:timeout_per_check_seconds|preset)$|scoring\.metrics\.|agents\.|prices\.)/.test(key),
  );
  const actual = listPolicyValues(resolve(null)).filter(({ key }) => !['agents', 'prices', 'scoring.metrics'].includes(key));
  expect(documented).toEqual(actual.map(({ key, value }) => [key, value]));
});

test('documents keys that are not policy values themselves', () => {
  expect(documentedDefaults().get('scoring.timeout_per_check_seconds')).toBe('none');
  expect(documentedDefaults().get('scoring.preset')).toBe('none');
  expect(documentedDefaults().get('agents.command')).toBe('required');
  expect(page).toContain('`agents` is `{}`');
  expect(documentedDefaults().get('prices.input')).toBe('required');
  expect(page).toContain('`prices` is `{}`');
  expect(documentedDefaults().get('scoring.metrics.weight')).toBe('required');
  expect(page).toContain('`scoring.metrics` is `{}`');
});

test('lists every profile with its commands', () => {
  const rows = (
    page
      .split('\n## Profiles\n')[1]
      ?.split('\n## ')[0]
      ?.match(/^\| `.*$/gm) ?? []
  ).map(cellsOf);
  expect(rows).toEqual(
    Object.values(PROFILES).map(({ id, title, commands }) => [
      id,
      title,
      ...[commands.build, commands.test, commands.lint].map((command) => command ?? 'none'),
    ]),
  );
});

test('lists every preset with its values', () => {
  const rows = (
    page
      .split('\n## Presets\n')[1]
      ?.split('\n## ')[0]
      ?.match(/^\| `.*$/gm) ?? []
  ).map(cellsOf);
  const presets = [...new Set(rows.map(([preset = '']) => preset))];
  const set = presets.flatMap((preset) =>
    listPolicyValues(resolve(`[scoring]\npreset = "${preset}"`))
      .filter(({ origin }) => origin === `preset ${preset}`)
      .map(({ key, value }) => [preset, key, value]),
  );
  expect(rows).toEqual(set);
  expect(presets).toEqual(PRESET_IDS);
});

test('every example is accepted, or rejected exactly as shown', () => {
  const examples = [...page.matchAll(/```toml\n(.*?)```\n(?:\n```text\n(.*?)```\n)?/gs)];
  expect(examples).toHaveLength(13);
  for (const [, text = '', shown] of examples) expect(refusalOf(text)).toBe(shown);
});

test('the defaults of a metric are those of the code', () => {
  const { policy } = resolve('[scoring.metrics.a]\ncommand = "x"\nread = "last number"\nbetter = "lower"\nweight = 1');
  const documented = [...documentedDefaults()]
    .filter(([key]) => key.startsWith('scoring.metrics.'))
    .map(([key, byDefault]) => [key.slice('scoring.metrics.'.length), byDefault]);
  const optional = documented.filter(([, byDefault]) => byDefault !== 'required');
  expect(documented.map(([key]) => key)).toEqual(Object.keys(policy.scoring.metrics.a ?? {}));
  expect(optional).toEqual([
    ['tolerance_percent', '0'],
    ['unit', '""'],
    ['repeat', '1'],
  ]);
});

test('the settings in docs/metrics.md are accepted, and its error is the one shown', () => {
  const metrics = readFileSync(new URL('../docs/metrics.md', import.meta.url), 'utf8');
  const examples = [...metrics.matchAll(/```toml\n(.*?)```\n/gs)].map(([, text = '']) => text);
  expect(examples.map(refusalOf)).toEqual([undefined, undefined, undefined, undefined]);
  const wrong = refusalOf(
    '[scoring.metrics.bundle_size]\ncommand = "x"\nread = "regex: size: [0-9]+"\nbetter = "lower"\nweight = 1',
  );
  expect(metrics).toContain(`\`\`\`text\n${wrong}\`\`\`\n`);
});

function refusalOf(text: string): string | undefined {
  try {
    resolve(text);
    return undefined;
  } catch (error) {
    if (error instanceof HydraError) return renderError(error);
    throw error;
  }
}
