// docs/integrity.md lists the integrity rules as the code has them.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { resolvePolicy } from '../src/config/index.ts';
import { INTEGRITY_RULES } from '../src/integrity/index.ts';

const page = readFileSync(new URL('../docs/integrity.md', import.meta.url), 'utf8');

function section(title: string): string {
  return page.split(`\n## ${title}`)[1]?.split('\n## ')[0] ?? '';
}

const rows = [...section('Findings').matchAll(/^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(([, ...cells]) => cells);

test('every rule stands in the table, in its order and with its own words', () => {
  expect(rows.map(([id, , title]) => ({ id, title }))).toEqual(INTEGRITY_RULES.map(({ id, title }) => ({ id, title })));
});

test('severities and ways to allow are words that the page explains', () => {
  const severities = rows.flatMap(([, cell = '']) => cell.split(', '));
  expect(new Set(severities)).toEqual(new Set(['`error`', '`warning`', '`info`']));
  expect(new Set(rows.map((cells) => cells[3]))).toEqual(new Set(['path', 'severity']));
});

test('every rule but those about single files of information is named where the patterns are', () => {
  const named = section('Patterns');
  const missing = INTEGRITY_RULES.map(({ id }) => id).filter((id) => !named.includes(`\`${id}\``));
  expect(missing).toEqual(['tests_skipped', 'assertions_removed', 'secrets_added', 'only_this_one']);
});

test('the example is a policy', () => {
  const [, text = ''] = /```toml\n(.*?)```/s.exec(page) ?? [];
  const { policy } = resolvePolicy({ fileText: text, fileName: 'hydra.toml', overrides: {} });
  expect(policy.scoring.integrity).toEqual({
    enabled: true,
    canary: true,
    severity: { suppressions_added: 'info' },
    allow: { snapshots_rewritten: ['web/**'] },
  });
});
