// Python. Newlines and indentation are tokens.

import type { Language } from '../../language.ts';
import { lineComment, name, number, operators } from '../../shared/readers.ts';
import { scan } from '../../shared/scanner.ts';
import { promptLines } from '../../shared/tests-in-comments.ts';
import { withLogicalLines } from './logical-lines.ts';
import { normalize } from './neutral.ts';
import { readString } from './strings.ts';

const readOperator = operators('** // << >> <= >= == != -> := += -= *= /= %= &= |= ^= @= **= //= <<= >>= ...');

export const python: Language = {
  id: 'python',
  family: 'python',
  extensions: 'py pyi pyw pyx pxd',
  declarations: 'pyi pxd',
  isIndented: true,
  tests: {
    file: /^(?:test_.*|.*_test|conftest|tests)$/,
    definition: /^\s*(?:async\s+)?def\s+test\w*\s*\(|^\s*@(?:pytest\.mark\.)?parametrize/,
    library: /^[ \t]{0,8}(?:import|from)[ \t]{1,8}(?:pytest|_pytest|unittest|hypothesis|nose)\b/m,
    inComments: { file: />>>/, comment: /^[^#]/, linesOf: promptLines },
  },
  tokenize(text) {
    const readers = [lineComment('#'), readString, name, number, readOperator];
    return scan(text, readers, (tokens) => normalize(withLogicalLines(tokens, text)));
  },
};
