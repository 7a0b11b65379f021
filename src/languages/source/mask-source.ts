// A source file without its comments and with the marks of its strings only, so that patterns never match inside them.
import { maskText } from '../scan.ts';
import { languageOf } from '../table.ts';

/** The languages whose tests and literals Hydra reads. */
const LANGUAGES = ['go', 'java', 'javascript', 'php', 'python', 'rust'] as const;
export type MaskedLanguage = (typeof LANGUAGES)[number];

export function maskedLanguage(path: string): MaskedLanguage | null {
  const language = languageOf(path);
  return LANGUAGES.find((id) => id === language?.id) ?? null;
}

export interface StringToken {
  /** With its quotes. */
  start: number;
  end: number;
  /** Between the quotes. */
  from: number;
  to: number;
  /** The content is what the source shows: no interpolation. */
  isPlain: boolean;
  /** One character, which must stay one character. */
  isCharacter: boolean;
}

export interface MaskedSource {
  text: string;
  language: MaskedLanguage;
  /** As long as the text: comments are blanks, the content of strings is filled. */
  bare: string;
  strings: readonly StringToken[];
}

const MAX_LENGTH = 200_000;

/** Null if the source cannot be read. */
export function maskSource(path: string, text: string): MaskedSource | null {
  const language = maskedLanguage(path);
  const masked = language === null || text.length > MAX_LENGTH || text.includes('\0') ? null : maskText(path, text);
  if (language === null || !masked?.isComplete) return null;
  const strings = masked.strings.map(([start, end]) => tokenAt(text, start, end, language));
  const parts: string[] = [];
  let at = 0;
  for (const { start, from, to, end } of strings) {
    if (start < at) continue;
    parts.push(masked.bare.slice(at, start), text.slice(start, from), masked.bare.slice(from, to), text.slice(to, end));
    at = end;
  }
  return { text, language, bare: parts.join('') + masked.bare.slice(at), strings };
}

const OPENING = /^([A-Za-z]{0,3})(#{0,16})("""|'''|["'`])/;

function tokenAt(text: string, first: number, end: number, language: MaskedLanguage): StringToken {
  const source = text.slice(first, end);
  const [opening = '', prefix = '', hashes = '', quote = ''] = OPENING.exec(source) ?? [];
  const isClosed = quote !== '' && source.length >= opening.length + quote.length && source.endsWith(quote + hashes);
  const isPart = language === 'javascript' && (text.charAt(first - 1) === '}' || text.startsWith('${', end));
  // A part of a template, or a pattern.
  if (!isClosed || isPart) return { start: first, end, from: first, to: end, isPlain: false, isCharacter: false };
  const [start, from, to] = [
    hashes === '' ? first + prefix.length : first,
    first + opening.length,
    end - quote.length - hashes.length,
  ];
  const content = text.slice(from, to);
  return {
    start,
    end,
    from,
    to,
    isPlain: isPlain(content, { prefix, hashes, quote }, language),
    isCharacter: quote === "'" && ['go', 'java', 'rust'].includes(language),
  };
}

function isPlain(content: string, marks: { prefix: string; hashes: string; quote: string }, language: MaskedLanguage): boolean {
  const { prefix, hashes, quote } = marks;
  if (quote.length > 1 || (language === 'python' && /[ft]/i.test(prefix))) return false;
  if (language === 'php' && quote === '"' && content.includes('$')) return false;
  // Strings that follow each other are read as one.
  return hashes !== '' || !content.replace(/\\[\s\S]/g, '').includes(quote);
}
