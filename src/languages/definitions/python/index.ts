// Python. Newlines and indentation are tokens.

import { lineComment, name, number, operators } from '../../shared/readers.ts';
import { scan } from '../../shared/scanner.ts';
import type { Language } from '../../token.ts';
import { withLogicalLines } from './logical-lines.ts';
import { normalize } from './neutral.ts';
import { readString } from './strings.ts';

const readOperator = operators('** // << >> <= >= == != -> := += -= *= /= %= &= |= ^= @= **= //= <<= >>= ...');

export const python: Language = {
  id: 'python',
  path: /\.pyi?$/,
  tokenize(text) {
    const tokens = scan(text, [lineComment('#'), readString, name, number, readOperator]);
    return tokens && normalize(withLogicalLines(tokens, text));
  },
};
