// Ruby. A newline that ends a statement is a token.

import { number, operators } from '../../shared/readers.ts';
import { scan } from '../../shared/scanner.ts';
import type { Language } from '../../token.ts';
import { readBlockComment, readDataAtEnd, readLineComment } from './comments.ts';
import { HeredocReader } from './heredocs.ts';
import { readCharacter, readName, readPercentLiteral, readQuoted, readRegularExpression, readSymbol } from './literals.ts';
import { withStatementEnds } from './statements.ts';

const readOperator = operators(
  '** **= === == != =~ !~ <=> <= >= << <<= >> >>= && &&= || ||= += -= *= /= %= &= |= ^= .. ... -> => :: &.',
);

export const ruby: Language = {
  id: 'ruby',
  path: /(?:\.(?:rb|rake|gemspec|ru)|(?:^|\/)(?:Gemfile|Rakefile))$/,
  tokenize(text) {
    const heredocs = new HeredocReader();
    const tokens = scan(text, [
      (scanner) => heredocs.readBodies(scanner),
      readDataAtEnd,
      readBlockComment,
      readLineComment,
      (scanner) => heredocs.readStart(scanner),
      ...[readQuoted, readPercentLiteral, readRegularExpression, readCharacter, readSymbol],
      readName,
      number,
      readOperator,
    ]);
    return tokens && withStatementEnds(tokens);
  },
};
