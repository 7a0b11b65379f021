// Writes a call with the values of its variables in their place.
import type { MaskedSource, Range } from '../../languages/index.ts';
import type { FoundCall } from './found-call.ts';
import type { Imports } from './imports.ts';
import type { Known } from './known.ts';
import { type Expression, partsOf } from './read-expression.ts';
import type { Row } from './rows.ts';
import { VALUE_NAMES } from './syntax.ts';

interface KnownInRow extends Known {
  row: Row;
}

const MAX_DEPTH = 4;
const MAX_LENGTH = 2000;

/** Null if it calls nothing of the product, or a variable has no known value. */
export function renderedCall(call: Expression, known: KnownInRow): FoundCall | null {
  if (isOfLibrary(call, known)) return null;
  const uses: Uses = { imports: new Set(), unimported: new Set(), called: new Set() };
  const text = render(call, known, uses, 0);
  if (text === null || text.length > MAX_LENGTH || uses.called.size === 0) return null;
  return { call: text, imports: [...uses.imports].join('\n'), unimported: [...uses.unimported], called: [...uses.called] };
}

/** `expect(slug('a')).toBe('b')`: the call inside is the one to ask, not the assertion around it. */
function isOfLibrary({ root = '', path = '' }: Expression, { source, imports, products }: KnownInRow): boolean {
  const imported = source.language === 'javascript' ? imports.names.get(root) : undefined;
  const names = [imported?.name ?? root, ...segmentsOf(path).slice(1)];
  return imported !== undefined && !imported.isRelative && !names.some((name) => products.has(name));
}

interface Uses {
  imports: Set<string>;
  unimported: Set<string>;
  called: Set<string>;
}

interface Edit extends Range {
  text: string;
}

function render(expression: Expression, known: KnownInRow, uses: Uses, depth: number): string | null {
  const edits: Edit[] = [];
  for (const part of partsOf(expression)) {
    if (part.root === undefined || part.path === undefined) continue;
    const edit = resolve(part, known, uses, depth);
    if (edit === null) return null;
    if (edit !== 'stays') edits.push(edit);
  }
  return edited(known.source, expression, edits);
}

/** What replaces a name; `stays` for one that is in scope when the statements it needs are there. */
function resolve(part: Expression, known: KnownInRow, uses: Uses, depth: number): Edit | 'stays' | null {
  const { root = '', path = '' } = part;
  const imported = known.imports.names.get(root);
  const value = imported === undefined ? variableValue(part, known) : null;
  if (value !== null) return substituted(part, value, known, uses, depth);
  const names = [imported?.name ?? root, ...segmentsOf(path).slice(1)];
  const own = names.filter((name) => known.products.has(name));
  if (!isInScope(root, own, known, uses)) return null;
  const isOwn = own.length > 0 || imported?.isRelative === true;
  if (part.kind === 'call' && isOwn) uses.called.add(own.at(-1) ?? imported?.name ?? root);
  return 'stays';
}

function segmentsOf(path: string): string[] {
  return path.split(/\s?(?:\.|::)\s?/);
}

function variableValue({ root = '', path = '', start }: Expression, { row, assignments }: KnownInRow): Expression | null {
  return row.get(path) ?? row.get(root) ?? assignments.valueAt(root, start);
}

function substituted(part: Expression, value: Expression, known: KnownInRow, uses: Uses, depth: number): Edit | null {
  const { root = '', path = '', kind } = part;
  const name = known.row.has(path) ? path : root;
  // A member of a variable has another value.
  if (depth >= MAX_DEPTH || (kind === 'name' && name !== path)) return null;
  const text = render(value, known, uses, depth + 1);
  const start = part.start + known.source.bare.slice(part.start, part.end).search(/[A-Za-z_$]/);
  return text === null ? null : { start, end: start + name.length, text };
}

/** Adds what puts a name into scope. */
function isInScope(root: string, own: readonly string[], { source, imports }: Known, uses: Uses): boolean {
  const { language } = source;
  const imported = imports.names.get(root);
  if (imported !== undefined) uses.imports.add(imported.statement);
  else if (own.includes(root)) addUnimported(root, imports, uses);
  // `crate::text::slug`
  else return VALUE_NAMES[language].has(root) || (language === 'rust' && own.length > 0 && /^[a-z_]\w*$/.test(root));
  return true;
}

function addUnimported(root: string, { globs }: Imports, uses: Uses): void {
  if (globs.length === 0) uses.unimported.add(root);
  for (const statement of globs) uses.imports.add(statement);
}

/** On one line where the language allows it, without comments. */
function edited(source: MaskedSource, { start, end }: Range, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = start;
  for (const edit of [...edits].sort((one, other) => one.start - other.start)) {
    if (edit.start < at || edit.end > end) continue;
    parts.push(onOneLine(source, { start: at, end: edit.start }), edit.text);
    at = edit.end;
  }
  parts.push(onOneLine(source, { start: at, end }));
  return parts.join('');
}

function onOneLine({ bare, text, strings }: MaskedSource, { start, end }: Range): string {
  const parts: string[] = [];
  const code = (from: number, to: number) =>
    bare
      .slice(from, to)
      .replace(/\uE000/g, (_, index: number) => text.charAt(from + index))
      .replace(/([([{])\s{0,200}\n\s*/g, '$1')
      .replace(/\s{0,200}\n\s*([)\]}])/g, '$1')
      .replace(/\s{0,200}\n\s*(?=\??\.)/g, '')
      .replace(/\s{0,200}\n\s*/g, ' ');
  let at = start;
  for (const token of strings) {
    if (token.end <= start) continue;
    if (token.start >= end) break;
    const from = Math.max(token.start, at);
    parts.push(code(at, from), text.slice(from, Math.min(end, token.end)));
    at = Math.min(end, token.end);
  }
  parts.push(code(at, end));
  return parts.join('');
}
