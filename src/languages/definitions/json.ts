// JSON, also with comments.

import { CodeView, without } from '../shared/code-view.ts';
import { blockComment, lineComment, name, number, quoted } from '../shared/readers.ts';
import { isTrailingComma } from '../shared/rules.ts';
import { scan } from '../shared/scanner.ts';
import type { Language } from '../token.ts';

export const json: Language = {
  id: 'json',
  path: /\.(?:json|jsonc|geojson|webmanifest)$/,
  tokenize(text) {
    const tokens = scan(text, [quoted('"'), name, number, lineComment('//'), blockComment()]);
    if (tokens === null) return null;
    const view = new CodeView(tokens);
    return without(tokens, (at) => isTrailingComma(view, at, ']', '}'));
  },
};
