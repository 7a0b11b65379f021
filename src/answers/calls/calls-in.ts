// Finds calls of product code with literal arguments in a test, an example or any other source.
import { findTests, type MaskedSource, maskSource, type Range } from '../../languages/index.ts';
import { assignmentsIn } from './assignments.ts';
import type { FoundCall } from './found-call.ts';
import { importsIn } from './imports.ts';
import { type Expression, partsOf, readCall } from './read-expression.ts';
import { renderedCall } from './render.ts';
import { type Row, type RowScope, rowsIn } from './rows.ts';

export interface SourceWithCalls {
  path: string;
  text: string;
  /** Names that the product defines: functions, classes, types. */
  products: ReadonlySet<string>;
}

const MAX_CALLS = 300;
const MAX_HEADS = 20_000;
const MAX_ROWS = 30;

/** In the order of the file, each once. */
export function callsIn({ path, text, products }: SourceWithCalls): FoundCall[] {
  const source = maskSource(path, text);
  if (source === null || !['python', 'javascript', 'go', 'rust'].includes(source.language)) return [];
  const imports = importsIn(source);
  const known = { source, imports, products, assignments: assignmentsIn(source, findTests(source)) };
  const scopes = rowsIn(known);
  const found = new Map<string, FoundCall>();
  for (const start of headsIn(source)) {
    const call = readCall(source, start);
    if (call === null || isDefinition(source, call)) continue;
    for (const row of rowsFor(call, scopes)) {
      const rendered = renderedCall(call, { ...known, row });
      if (rendered !== null && found.size < MAX_CALLS && !found.has(rendered.call)) found.set(rendered.call, rendered);
    }
  }
  return [...found.values()];
}

const HEADS = {
  dotted: /(?<![\w$.@])(?:new\s{1,4})?[A-Za-z_$][\w$]{0,80}(?:\.[A-Za-z_$][\w$]{0,80}){0,6}(?=[ \t]?\()/g,
  rust: /(?<![\w.:])[A-Za-z_]\w{0,80}(?:::[A-Za-z_]\w{0,80}){0,6}(?:\.[A-Za-z_]\w{0,80}){0,4}(?=\()/g,
};
const DEFINES = /(?:\b(?:def|function|fn|func|class|struct|async)|\bfunction\s{0,4}\*)\s{1,8}$|\bfunc\s*\([^()]{0,100}\)\s*$/;

/** Where a call of the product could start. */
function* headsIn({ bare, language }: MaskedSource): Generator<number> {
  let count = 0;
  for (const match of bare.matchAll(language === 'rust' ? HEADS.rust : HEADS.dotted)) {
    count += 1;
    if (count > MAX_HEADS) return;
    if (!DEFINES.test(bare.slice(Math.max(0, match.index - 120), match.index))) yield match.index;
  }
}

/** A method of a class or an object: its body follows. */
function isDefinition({ bare, language }: MaskedSource, call: Expression): boolean {
  return language === 'javascript' && /^\s{0,20}\{/.test(bare.slice(call.end, call.end + 24));
}

/** The rows of tables around a call whose columns it uses; one empty row if it uses none. */
function rowsFor(call: Expression, scopes: readonly RowScope[]): readonly Row[] {
  const paths = new Set(partsOf(call).flatMap((part) => (part.kind === 'name' && part.path !== undefined ? [part.path] : [])));
  const around = scopes.filter(({ range }) => isInside(call, range));
  const used = around.findLast(({ columns }) => columns.some((column) => paths.has(column)));
  return used === undefined ? [new Map()] : used.rows.slice(0, MAX_ROWS);
}

function isInside(inner: Range, outer: Range): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}
