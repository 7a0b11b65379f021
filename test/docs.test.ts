// Links in documents resolve, every module is described, and decision records stay short.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MODULES } from '../scripts/boundaries.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const documents = ['.', 'docs', 'docs/decisions', 'docs/dimensions'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

test.each(documents)('the links of %s resolve to files', (path) => {
  const targets = [...textOf(path).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) => target);
  const missing = targets.filter((target) => !existsSync(join(ROOT, dirname(path), target)));
  expect(missing).toEqual([]);
});

test('every module has a section in docs/architecture.md', () => {
  const headings = [...textOf('docs/architecture.md').matchAll(/^### (.+)$/gm)].map(([, name]) => name);
  expect(headings.sort()).toEqual(Object.keys(MODULES).sort());
});

test('decision records are numbered without gaps, and short', () => {
  const names = readdirSync(join(ROOT, 'docs/decisions')).sort();
  expect(names.map((name) => name.slice(0, 5))).toEqual(names.map((_, index) => `${String(index + 1).padStart(4, '0')}-`));
  for (const name of names) {
    const lines = textOf(`docs/decisions/${name}`).trimEnd().split('\n');
    expect(lines.length, name).toBeLessThanOrEqual(25);
    expect(lines.filter((line) => line.startsWith('## '))).toEqual(['## Context', '## Decision', '## Consequence']);
  }
});
