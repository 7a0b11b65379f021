// Parses TOML to a plain value, with the location of every key. Independent of the meaning of the keys.
import type { AST } from 'toml-eslint-parser';
import { parseTomlSyntax, syntaxError } from './toml-syntax.ts';
import type { KeyPath } from './toml-text.ts';

/** Tables have no prototype, so that `__proto__` and `constructor` are ordinary keys. */
export interface TomlTable {
  [key: string]: TomlValue;
}
/** A bigint is an integer that a number cannot represent. A symbol is a date or time, which no key accepts. */
export type TomlValue = string | number | bigint | boolean | symbol | TomlValue[] | TomlTable;

export interface TomlPosition {
  offset: number;
  line: number;
  column: number;
}

/** A key with its value, or an element of a list. */
export interface TomlEntry {
  path: KeyPath;
  value: TomlValue;
  keyAt: TomlPosition;
  valueAt: TomlPosition;
  /** The value as written; null for a table or list that consists of [headers] or dotted keys. */
  text: string | null;
}

export interface TomlDocument {
  value: TomlTable;
  /** In the order of the file. */
  entries: TomlEntry[];
  find(path: KeyPath): TomlEntry | undefined;
}

/** Deeper than any valid key; limits the recursion of later steps. */
const DEEPEST = 32;

const DATE_OR_TIME = Symbol('date or time');

export function parseToml(text: string, file: string): TomlDocument {
  // The parser misplaces the end of a `0` that is the last character of the file; a newline after it helps.
  const source = `${text.replace(/^\ufeff/, '')}\n`;
  const [topLevel] = parseTomlSyntax(source, file).body;
  const reader = new DocumentReader(source, file);
  for (const node of topLevel.body) {
    if (node.type === 'TOMLKeyValue') reader.readKeyValue(reader.root, [], node);
    else reader.readTable(node);
  }
  return reader.document();
}

class DocumentReader {
  readonly root = emptyTable();
  private readonly entries = new Map<string, TomlEntry>();
  private readonly source: string;
  private readonly file: string;

  constructor(source: string, file: string) {
    this.source = source;
    this.file = file;
  }

  document(): TomlDocument {
    const entries = [...this.entries.values()].sort((a, b) => a.keyAt.offset - b.keyAt.offset);
    return { value: this.root, entries, find: (path) => this.entries.get(JSON.stringify(path)) };
  }

  /** `[a.b]` or `[[a.b]]`: the parser has already resolved the element of a list of tables. */
  readTable(node: AST.TOMLTable): void {
    let container: TomlTable | TomlValue[] = this.root;
    let segment = -1;
    for (const [depth, key] of node.resolvedKey.entries()) {
      if (typeof key === 'string') segment += 1;
      const path = node.resolvedKey.slice(0, depth + 1);
      const isList = typeof node.resolvedKey[depth + 1] === 'number';
      container = this.openContainer(container, path, node.key.keys[segment] ?? node.key, isList ? [] : emptyTable());
    }
    for (const keyValue of node.body) this.readKeyValue(container as TomlTable, node.resolvedKey, keyValue);
  }

  readKeyValue(table: TomlTable, above: KeyPath, node: AST.TOMLKeyValue): void {
    let container: TomlTable | TomlValue[] = table;
    let path = above;
    for (const keyNode of node.key.keys.slice(0, -1)) {
      path = [...path, nameOf(keyNode)];
      container = this.openContainer(container, path, keyNode, emptyTable());
    }
    const lastKey = node.key.keys.at(-1);
    if (lastKey === undefined) return;
    const name = nameOf(lastKey);
    (container as TomlTable)[name] = this.readValue([...path, name], node.value, lastKey);
  }

  private openContainer(
    parent: TomlTable | TomlValue[],
    path: KeyPath,
    keyNode: AST.TOMLNode,
    fresh: TomlTable | TomlValue[],
  ): TomlTable | TomlValue[] {
    const known = this.entries.get(JSON.stringify(path));
    if (known !== undefined) return known.value as TomlTable | TomlValue[];
    (parent as Record<string | number, TomlValue>)[path.at(-1) ?? ''] = fresh;
    const at = positionOf(keyNode);
    this.record({ path, value: fresh, keyAt: at, valueAt: at, text: null });
    return fresh;
  }

  private readValue(path: KeyPath, node: AST.TOMLContentNode, keyNode: AST.TOMLNode): TomlValue {
    const value = this.convert(node);
    const text = this.source.slice(node.range[0], node.range[1]);
    this.record({ path, value, keyAt: positionOf(keyNode), valueAt: positionOf(node), text });
    if (node.type === 'TOMLArray') {
      const list = value as TomlValue[];
      for (const [index, element] of node.elements.entries()) list.push(this.readValue([...path, index], element, element));
    } else if (node.type === 'TOMLInlineTable') {
      for (const keyValue of node.body) this.readKeyValue(value as TomlTable, path, keyValue);
    }
    return value;
  }

  /** A list or inline table is still empty here. */
  private convert(node: AST.TOMLContentNode): TomlValue {
    if (node.type === 'TOMLArray') return [];
    if (node.type === 'TOMLInlineTable') return emptyTable();
    if (node.kind === 'integer') return Number.isSafeInteger(node.value) ? node.value : node.bigint;
    // -0 would be written to JSON as 0 and read back as another number.
    if (node.kind === 'float') return node.value === 0 ? 0 : node.value;
    if (node.kind === 'string' || node.kind === 'boolean') return node.value;
    return DATE_OR_TIME;
  }

  private record(entry: TomlEntry): void {
    if (entry.path.length > DEEPEST) {
      throw syntaxError(`keys and lists are nested more than ${DEEPEST} deep`, this.file, this.source, entry.keyAt.offset);
    }
    this.entries.set(JSON.stringify(entry.path), entry);
  }
}

function emptyTable(): TomlTable {
  return Object.create(null) as TomlTable;
}

function nameOf(node: AST.TOMLBare | AST.TOMLQuoted): string {
  return node.type === 'TOMLBare' ? node.name : node.value;
}

function positionOf(node: AST.TOMLNode): TomlPosition {
  return { offset: node.range[0], line: node.loc.start.line, column: node.loc.start.column + 1 };
}
