// Tables of literals: the values that the variables of a loop or the parameters of a test have in turn.
import { argumentsAt, bracketEnd, type MaskedSource, type Range } from '../../languages/index.ts';
import type { Known } from './known.ts';
import { type Expression, readValue } from './read-expression.ts';

/** The value of each column, by name or by path such as `tt.in`. */
export type Row = ReadonlyMap<string, Expression>;

export interface RowScope {
  /** Where the names have these values. */
  range: Range;
  columns: readonly string[];
  rows: readonly Row[];
}

const MAX_TABLES = 200;
const MAX_ROWS = 60;

/** Inner scopes follow outer ones. */
export function rowsIn(known: Pick<Known, 'source' | 'assignments'>): RowScope[] {
  const { language } = known.source;
  const found =
    language === 'python'
      ? [...parameterized(known.source), ...pythonLoops(known)]
      : language === 'javascript'
        ? [...eachTests(known), ...scriptLoops(known)]
        : language === 'go'
          ? goLoops(known)
          : rustLoops(known);
  return found.filter(({ rows }) => rows.length > 0).sort((one, other) => one.range.start - other.range.start);
}

/** `@pytest.mark.parametrize("text, expected", [("1h", 3600), ...])` */
function parameterized(source: MaskedSource): RowScope[] {
  const { bare, text } = source;
  return matchesOf(bare, /@[\w.]{0,40}\bparametrize\s{0,4}\(/g).flatMap((match): RowScope[] => {
    const list = argumentsAt(bare, match.index + match[0].length - 1);
    const [names, values] = list?.list ?? [];
    if (list === null || names === undefined || values === undefined) return [];
    const columns = text.slice(names.start, names.end).match(/\w{1,80}/g) ?? [];
    return [
      {
        range: { start: list.end, end: definitionEnd(bare, list.end) },
        columns,
        rows: tupleRows(readValue(source, values.start), columns),
      },
    ];
  });
}

/** The end of the function that follows: the next line that is not indented and no decorator of it. */
function definitionEnd(bare: string, start: number): number {
  const [head] = /\bdef\s/.exec(bare.slice(start, start + 4000)) ?? [];
  const from = head === undefined ? start : bare.indexOf(head, start);
  const indent = /[ \t]*$/.exec(bare.slice(bare.lastIndexOf('\n', from) + 1, from))?.[0].length ?? 0;
  const next = new RegExp(`\\n[ \\t]{0,${indent}}[^\\s)\\]}]`, 'g');
  next.lastIndex = from;
  return next.exec(bare)?.index ?? bare.length;
}

const PYTHON_NAMES = '\\(?[ \\t]{0,4}([A-Za-z_]\\w{0,80}(?:[ \\t]{0,4},[ \\t]{0,4}[A-Za-z_]\\w{0,80}){0,12})[ \\t]{0,4}\\)?';

/** `for text, expected in [("1h", 3600), ...]:` */
function pythonLoops({ source, assignments }: Pick<Known, 'source' | 'assignments'>): RowScope[] {
  const { bare } = source;
  return matchesOf(bare, new RegExp(`^([ \\t]*)for[ \\t]{1,4}${PYTHON_NAMES}[ \\t]{1,4}in[ \\t]{1,4}`, 'gm')).map((match) => {
    const [whole, indent = '', names = ''] = match;
    const columns = names.match(/\w{1,80}/g) ?? [];
    const start = match.index + whole.length;
    const next = new RegExp(`\\n[ \\t]{0,${indent.length}}[^\\s)\\]}]`, 'g');
    next.lastIndex = start;
    const end = next.exec(bare)?.index ?? bare.length;
    return { range: { start, end }, columns, rows: tupleRows(tableAt({ source, assignments }, start), columns) };
  });
}

/** `test.each([[1, 2], ...])('name', (a, b) => {...})` */
function eachTests(known: Pick<Known, 'source' | 'assignments'>): RowScope[] {
  const { bare } = known.source;
  return matchesOf(bare, /(?<![\w$.])(?:test|it|describe)\.each\s{0,4}\(/g).flatMap((match): RowScope[] => {
    const table = argumentsAt(bare, match.index + match[0].length - 1);
    const body = table === null || bare.charAt(table.end) !== '(' ? null : bracketEnd(known.source, table.end);
    if (table === null || body === null) return [];
    const head = /(?:\(([^()]{0,400})\)|\b([A-Za-z_$][\w$]{0,80}))\s{0,4}=>|\bfunction\s{0,4}\(([^()]{0,400})\)/.exec(
      bare.slice(table.end, Math.min(body, table.end + 600)),
    );
    const value = tableAt(known, table.list[0]?.start ?? table.end);
    return [scopeOf(head?.[1] ?? head?.[2] ?? head?.[3] ?? '', value, { start: table.end, end: body }, known.source)];
  });
}

/** `for (const [a, b] of [[1, 2], ...]) {...}`, `cases.forEach(([a, b]) => {...})` */
function scriptLoops(known: Pick<Known, 'source' | 'assignments'>): RowScope[] {
  const { bare } = known.source;
  const pattern = /(?<![\w$.])for\s{0,4}\(\s{0,4}(?:const|let|var)\s{1,4}([^()=;]{1,200}?)\s{1,4}of\s{1,4}/g;
  return matchesOf(bare, pattern).flatMap((match): RowScope[] => {
    const start = match.index + match[0].length;
    const head = bracketEnd(known.source, bare.indexOf('(', match.index));
    const open = head === null ? -1 : bare.slice(head, head + 10).search(/\{/);
    const end = head === null || open === -1 ? null : bracketEnd(known.source, head + open);
    const pattern = match[1] ?? '';
    // A pattern of names is one parameter.
    return end === null ? [] : [scopeOf(pattern, tableAt(known, start), { start, end }, known.source, true)];
  });
}

/** The names of `a, b`, `[a, b]`, `{ a, b: c }` or `row` with their values. */
function scopeOf(pattern: string, table: Expression | null, range: Range, source: MaskedSource, isOne = false): RowScope {
  const text = pattern.replace(/\s{1,200}/g, ' ').trim();
  const inObject = /^\{([^{}]*)\}$/.exec(text)?.[1];
  if (inObject !== undefined) {
    const names = inObject.split(',').map((part) => part.split(':').map((name) => name.trim()));
    const locals = new Map(names.map(([field = '', local = field]) => [field, local]));
    return { range, columns: [...locals.values()], rows: recordRows(table, source, (field) => locals.get(field) ?? null) };
  }
  const inList = /^\[([^[\]]*)\]$/.exec(text)?.[1] ?? (isOne || !text.includes(',') ? null : text);
  if (inList !== null) {
    const columns = inList.split(',').map((name) => name.trim());
    return { range, columns, rows: tupleRows(table, columns) };
  }
  const rows = recordRows(table, source, (field) => `${text}.${field}`);
  return rows.length > 0
    ? { range, columns: [...new Set(rows.flatMap((row) => [...row.keys()]))], rows }
    : { range, columns: [text], rows: tupleRows(table, [text]) };
}

/** `for _, tt := range tests {...}` with `tests := []struct{ in string; want int }{{"a", 1}, ...}` */
function goLoops(known: Pick<Known, 'source' | 'assignments'>): RowScope[] {
  const { bare } = known.source;
  const pattern = /\bfor\s{1,4}(\w{1,40})\s{0,4},\s{0,4}(\w{1,40})\s{0,4}:=\s{0,4}range\s{1,4}([A-Za-z_]\w{0,80})\s{0,4}\{/g;
  return matchesOf(bare, pattern).flatMap((match): RowScope[] => {
    const [whole, , variable = '', table = ''] = match;
    const open = match.index + whole.length - 1;
    const end = bracketEnd(known.source, open);
    const rows = structRows(known.source, table, match.index, variable);
    const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
    return end === null ? [] : [{ range: { start: open, end }, columns, rows }];
  });
}

/** The rows of the last table with this name before a place. */
function structRows(source: MaskedSource, name: string, before: number, variable: string): Row[] {
  const { bare } = source;
  const pattern = new RegExp(
    `(?<!\\w)${name}\\s{0,4}:?=\\s{0,4}(?:\\[\\]|map\\[string\\])struct\\s{0,4}\\{([^{}]{1,1000})\\}\\s{0,4}(?=\\{)`,
    'g',
  );
  const match = matchesOf(bare.slice(0, before), pattern).at(-1);
  if (match === undefined) return [];
  const fields = (match[1] ?? '').split(/[;\n]/).flatMap((line) => {
    const [, names = ''] = /^\s{0,80}(\w{1,80}(?:\s{0,8},\s{0,8}\w{1,80}){0,20})\s{1,80}\S/.exec(line) ?? [];
    return names.split(',').flatMap((field) => (field.trim() === '' ? [] : [field.trim()]));
  });
  const entries = argumentsAt(bare, match.index + match[0].length)?.list ?? [];
  return entries.slice(0, MAX_ROWS).flatMap((entry): Row[] => {
    const open = bare.indexOf('{', entry.start);
    const values = open === -1 || open >= entry.end ? [] : (argumentsAt(bare, open)?.list ?? []);
    return [structRow(source, values, fields, variable)];
  });
}

/** A value that is no literal, such as a function, leaves its column out. */
function structRow(source: MaskedSource, values: readonly Range[], fields: readonly string[], variable: string): Row {
  const row = new Map<string, Expression>();
  values.forEach((value, index) => {
    const [key, field] = /^(\w{1,80})\s{0,40}:\s{0,40}(?!=)/.exec(source.bare.slice(value.start, value.end)) ?? [];
    const read = readValue(source, value.start + (key?.length ?? 0));
    if (read !== null && read.end === value.end) row.set(`${variable}.${field ?? fields[index] ?? ''}`, read);
  });
  return row;
}

/** `for (input, expected) in [("a", 1), ...] {...}` */
function rustLoops(known: Pick<Known, 'source' | 'assignments'>): RowScope[] {
  const { bare } = known.source;
  const pattern = /(?<!\w)for\s{1,4}(?:&?\(([\w\s,&]{1,200})\)|([a-z_]\w{0,80}))\s{1,4}in\s{1,4}/g;
  return matchesOf(bare, pattern).flatMap((match): RowScope[] => {
    const start = match.index + match[0].length;
    const table = tableAt(known, start);
    const columns = (match[1] ?? match[2] ?? '').match(/\w{1,80}/g) ?? [];
    const open = bare.slice(table?.end ?? start, (table?.end ?? start) + 40).search(/\{/);
    const end = table === null || open === -1 ? null : bracketEnd(known.source, table.end + open);
    return end === null ? [] : [{ range: { start, end }, columns, rows: tupleRows(table, columns) }];
  });
}

/** The literal at a place, or the one that the variable there has. */
function tableAt({ source, assignments }: Pick<Known, 'source' | 'assignments'>, start: number): Expression | null {
  const value = readValue(source, start);
  return value?.kind === 'name' && value.path !== undefined && value.path === value.root
    ? assignments.valueAt(value.path, start)
    : value;
}

/** One column takes the whole item. */
function tupleRows(table: Expression | null, columns: readonly string[]): Row[] {
  const items = table === null ? [] : table.items.slice(0, MAX_ROWS);
  return items.flatMap((item): Row[] => {
    if (columns.length === 1) return [new Map([[columns[0] ?? '', item]])];
    if (item.kind === 'map' || item.items.length < columns.length) return [];
    return [new Map(columns.flatMap((column, index) => (item.items[index] === undefined ? [] : [[column, item.items[index]]])))];
  });
}

function recordRows(table: Expression | null, { bare }: MaskedSource, nameOf: (field: string) => string | null): Row[] {
  const items = (table?.items ?? []).slice(0, MAX_ROWS).filter(({ kind }) => kind === 'map');
  return items.map((item) => {
    const row = new Map<string, Expression>();
    for (const entry of item.items) {
      const [field = ''] = /^[A-Za-z_$][\w$]{0,80}/.exec(bare.slice(entry.start, entry.end)) ?? [];
      const [value] = entry.items;
      const name = nameOf(field);
      if (field !== '' && name !== null && value !== undefined) row.set(name, value);
    }
    return row;
  });
}

function matchesOf(bare: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const match of bare.matchAll(pattern)) {
    found.push(match);
    if (found.length === MAX_TABLES) break;
  }
  return found;
}
