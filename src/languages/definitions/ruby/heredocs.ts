// Heredocs of Ruby. Their text starts on the line after the one that names them.
import { withoutIndentation } from '../../shared/indentation.ts';
import type { Scanner } from '../../shared/scanner.ts';
import { mayStartLiteral } from './operands.ts';

const START = /<<([~-]?)(?:"([^"\n]+)"|'([^'\n]+)'|`([^`\n]+)`|([A-Z_]\w*))/y;

export class HeredocReader {
  /** The texts of the heredocs of the current line. */
  #from = -1;
  #end = -1;

  /** Skips the texts, which were read where they are named. */
  readBodies(scanner: Scanner): boolean {
    if (scanner.at < this.#from || scanner.at >= this.#end) return false;
    scanner.at = this.#end;
    scanner.isAfterNewline = true;
    return true;
  }

  readStart(scanner: Scanner): boolean {
    if (!scanner.startsWith('<<') || !mayStartLiteral(scanner)) return false;
    START.lastIndex = scanner.at;
    const [start, mark = '', double, single, back, plain] = START.exec(scanner.text) ?? [];
    if (start === undefined || (mark === '' && plain === undefined && !/^[\w-]+$/.test(double ?? single ?? ''))) return false;
    const name = double ?? single ?? back ?? plain ?? '';
    const lineEnd = scanner.endOfLine();
    const from = lineEnd < this.#end ? this.#end - 1 : Math.max(lineEnd, this.#from > scanner.at ? this.#end - 1 : lineEnd);
    const end = endOfBody(scanner.text, from, name, mark !== '');
    if (end === null) return scanner.fail();
    if (this.#from <= scanner.at) this.#from = lineEnd;
    this.#end = end.after;
    const content = scanner.text.slice(from, end.at);
    return scanner.emitString(
      single === undefined ? '<<' : "<<'",
      mark === '~' ? withoutIndentation(content) : content,
      scanner.at + start.length,
    );
  }
}

/** Where the text ends, and where the line after its closing name starts. */
function endOfBody(text: string, from: number, name: string, mayIndent: boolean): { at: number; after: number } | null {
  for (let at = from; at !== -1 && at < text.length; at = text.indexOf('\n', at + 1)) {
    const next = text.indexOf('\n', at + 1);
    const line = text.slice(at + 1, next === -1 ? text.length : next);
    if ((mayIndent ? line.trimStart() : line) === name) return { at, after: next === -1 ? text.length : next };
  }
  return null;
}
