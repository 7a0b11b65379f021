// docs/integrity.md is generated from the rules; docs/gaming.md refers to them manually.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderIntegrityPage } from '../scripts/integrity-page.mjs';
import { resolvePolicy } from '../src/config/index.ts';
import { INTEGRITY_RULES } from '../src/judge/index.ts';

const page = renderIntegrityPage(INTEGRITY_RULES);
const gaming = readFileSync(new URL('../docs/gaming.md', import.meta.url), 'utf8');

test('the page has a row and a section for every rule, in the order of the list', () => {
  const ids = INTEGRITY_RULES.map(({ id }) => id);
  expect([...page.matchAll(/^\| \[`(\w+)`\]\(#(\w+)\) \|/gm)].map(([, id, anchor]) => [id, anchor])).toEqual(
    ids.map((id) => [id, id]),
  );
  expect([...page.matchAll(/^### (.+)$/gm)].map(([, id]) => id)).toEqual(ids);
});

test('a section has the severities, the example and the setting of its rule', () => {
  const section = /^### tests_skipped\n.*?(?=^### )/ms.exec(page)?.[0];
  const rule = INTEGRITY_RULES.find(({ id }) => id === 'tests_skipped');
  const expected = [
    '### tests_skipped',
    rule?.title,
    '**Severity.** `warning`. `info` if the file is new, so nothing that the base tests is skipped.',
    `**What it catches.** ${rule?.docs.catches}`,
    `**Why.** ${rule?.docs.why}`,
    '**Example.**',
    [
      '```diff',
      '--- a/test/cart.test.js',
      '+++ b/test/cart.test.js',
      "-it('adds an item', () => {",
      "+it.skip('adds an item', () => {",
      '```',
    ].join('\n'),
    `**To allow it.** ${rule?.docs.allow} Setting: \`tests_skipped = ["path/**"]\` under \`[scoring.integrity.allow]\`.`,
  ];
  expect(section).toBe(`${expected.join('\n\n')}\n\n`);
});

test('the TOML example is a valid policy', () => {
  const [, text = ''] = /```toml\n(.*?)```/s.exec(page) ?? [];
  const { policy } = resolvePolicy({ fileText: text, fileName: 'hydra.toml', overrides: {} });
  expect(policy.scoring.integrity).toEqual({
    enabled: true,
    canary: true,
    independent: true,
    severity: { suppressions_added: 'info' },
    allow: { snapshots_rewritten: ['web/**'] },
  });
});

test('gaming.md lists the patterns that a rule detects, for all rules but six', () => {
  const patterns = gaming.split('\n## Patterns')[1]?.split('\n## ')[0] ?? '';
  const missing = INTEGRITY_RULES.map(({ id }) => id).filter((id) => !patterns.includes(`\`${id}\``));
  expect(missing).toEqual([
    'tests_skipped',
    'assertions_removed',
    'secrets_added',
    'repository_written',
    'repository_changed',
    'only_this_one',
  ]);
});

test('links between the two pages resolve to headings', () => {
  const anchors = (text: string) =>
    [...text.matchAll(/^##+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'));
  const links = [...page.matchAll(/\(gaming\.md#([\w-]+)\)/g)].map(([, anchor]) => anchor);
  expect(links.length).toBeGreaterThan(0);
  expect(anchors(gaming)).toEqual(expect.arrayContaining(links));
});
