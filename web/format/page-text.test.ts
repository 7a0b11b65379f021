import { expect, it } from 'vitest';
import { pageText } from './page-text.ts';

it.each([
  ['an emoji family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
  ['an emoji with a skin tone', '\u{1f469}\u{1f3fd}\u200d\u{1f4bb}'],
  ['an emoji with a variation selector', '\u2764\ufe0f\u200d\u{1f525}'],
  ['Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
  ['Devanagari after a virama', '\u0915\u094d\u200d\u0937'],
])('keeps the joiners of %s', (_what, text) => {
  expect(pageText(text)).toBe(text);
});

it.each([
  ['Latin letters', 'is\u200dAdmin', 'is\\u200dAdmin'],
  ['Cyrillic letters', '\u0430\u200c\u0431', '\u0430\\u200c\u0431'],
  ['digits', '1\u200d2', '1\\u200d2'],
  ['a letter and a pictograph', 'a\u200d\u{1f525}', 'a\\u200d\u{1f525}'],
  ['nothing', '\u200d', '\\u200d'],
  ['two joiners', '\u0645\u200c\u200c\u0645', '\u0645\\u200c\\u200c\u0645'],
])('escapes a joiner between %s', (_what, text, shown) => {
  expect(pageText(text)).toBe(shown);
});

it('escapes every other hidden character beside a joiner', () => {
  expect(pageText('\u{1f468}\u200d\u{1f469}\u202e\n\ufe0f')).toBe('\u{1f468}\u200d\u{1f469}\\u202e\\n\\ufe0f');
});
