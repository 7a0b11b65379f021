// Comments of Ruby, and the data after `__END__`.
import { commentWords } from '../../shared/readers.ts';
import type { Reader } from '../../shared/scanner.ts';

export const readLineComment: Reader = (scanner) => {
  if (!scanner.startsWith('#')) return false;
  const end = scanner.endOfLine();
  return scanner.emitComment(commentWords(scanner.text.slice(scanner.at, end)), end);
};

/** `=begin` and `=end` are at the start of their lines. */
export const readBlockComment: Reader = (scanner) => {
  if (!scanner.startsWith('=begin') || !isAtLineStart(scanner)) return false;
  const end = scanner.text.indexOf('\n=end', scanner.at);
  if (end === -1) return scanner.fail();
  return scanner.emitComment(commentWords(scanner.text.slice(scanner.at + '=begin'.length, end)), end + '\n=end'.length);
};

export const readDataAtEnd: Reader = (scanner) => {
  if (!scanner.startsWith('__END__\n') || !isAtLineStart(scanner)) return false;
  return scanner.emitString('__END__', scanner.text.slice(scanner.at + '__END__'.length), scanner.text.length);
};

function isAtLineStart({ text, at }: Parameters<Reader>[0]): boolean {
  return at === 0 || text.charAt(at - 1) === '\n';
}
