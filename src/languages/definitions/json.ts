// JSON, also with comments.

import type { Language } from '../language.ts';
import { CodeView, without } from '../shared/code-view.ts';
import { blockComment, lineComment, name, number, quoted } from '../shared/readers.ts';
import { isTrailingComma } from '../shared/rules.ts';
import { scan } from '../shared/scanner.ts';

export const json: Language = {
  id: 'json',
  family: null,
  extensions: 'json jsonc json5 geojson webmanifest',
  tokenize(text) {
    return scan(text, [quoted('"'), name, number, lineComment('//'), blockComment()], (tokens) => {
      const view = new CodeView(tokens);
      return without(tokens, (at) => isTrailingComma(view, at, ']', '}'));
    });
  },
};
