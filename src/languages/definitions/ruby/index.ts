// Ruby. A newline that ends a statement is a token.

import type { Language } from '../../language.ts';
import { number, operators } from '../../shared/readers.ts';
import { type Reader, scan } from '../../shared/scanner.ts';
import { readBlockComment, readDataAtEnd, readLineComment } from './comments.ts';
import { HeredocReader } from './heredocs.ts';
import { readCharacter, readName, readPercentLiteral, readQuoted, readRegularExpression, readSymbol } from './literals.ts';
import { withStatementEnds } from './statements.ts';

const readOperator = operators(
  '** **= === == != =~ !~ <=> <= >= << <<= >> >>= && &&= || ||= += -= *= /= %= &= |= ^= .. ... -> => :: &.',
);

export const ruby: Language = {
  id: 'ruby',
  family: 'ruby',
  extensions: 'rb',
  tests: {
    file: /_test$|_spec$|^test[_-]/,
    definition: /^\s*def\s+test_\w+[?!]?\s*(?:$|[#;=])/,
    library: /^[ \t]{0,8}require[ \t(]{1,8}['"](?:minitest|rspec|test\/unit|test-unit)/m,
  },
  tokenize(text) {
    const heredocs = new HeredocReader();
    const readers: Reader[] = [
      (scanner) => heredocs.readBodies(scanner),
      readDataAtEnd,
      readBlockComment,
      readLineComment,
      (scanner) => heredocs.readStart(scanner),
      ...[readQuoted, readPercentLiteral, readRegularExpression, readCharacter, readSymbol],
      readName,
      number,
      readOperator,
    ];
    return scan(text, readers, withStatementEnds);
  },
};

/** Settings of tools and packages in the language. */
export const rubyBuild: Language = {
  ...ruby,
  id: 'ruby-build',
  family: null,
  extensions: 'rake gemspec ru',
  names: 'Gemfile Rakefile',
};
