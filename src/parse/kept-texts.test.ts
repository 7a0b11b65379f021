import { expect, test } from 'vitest';
import { KeptTexts } from './kept-texts.ts';

test('every text is given back as it was, whatever its length and its characters', () => {
  const texts = Array.from(
    { length: 600 },
    (_, index) => ['', 'a', 'ü✓', '\ud800', `line ${index}`, 'x'.repeat(index)][index % 6] ?? '',
  );
  const kept = new KeptTexts();
  for (const text of texts) kept.add(text);
  expect(kept.length).toBe(600);
  expect(texts.map((_, index) => kept.text(index))).toEqual(texts);
});
