// Small mutations of source lines that a test of the line should detect. Pure and deterministic.

import { isDeclaration, isSourceFile, maskText } from '../languages/index.ts';
export interface Mutation {
  path: string;
  /** From 1. */
  line: number;
  before: string;
  after: string;
}

export interface SourceFile {
  path: string;
  text: string;
}

/** Replacements; the first that matches a line is used. \uE000 is a character of a string. */
const OPERATORS: readonly (readonly [RegExp, string])[] = [
  [/(?<=[\w)\]\uE000] )===(?= )/, '!=='],
  [/(?<=[\w)\]\uE000] )!==(?= )/, '==='],
  [/(?<=[\w)\]\uE000] )==(?= )/, '!='],
  [/(?<=[\w)\]\uE000] )!=(?= )/, '=='],
  [/(?<=[\w)\]] )<=(?= )/, '>'],
  [/(?<=[\w)\]] )>=(?= )/, '<'],
  [/(?<=[\w)\]] )<(?= [\w(])/, '>='],
  [/(?<=[\w)\]] )>(?= [\w(])/, '<='],
  [/(?<= )&&(?= )/, '||'],
  [/(?<= )\|\|(?= )/, '&&'],
  [/(?<= )and(?= )/, 'or'],
  [/(?<= )or(?= )/, 'and'],
  [/(?<=[\w)\]] )\+(?= [\w(])/, '-'],
  [/(?<=[\w)\]] )-(?= [\w(])/, '+'],
  [/(?<=\breturn )true\b/, 'false'],
  [/(?<=\breturn )false\b/, 'true'],
  [/(?<=\breturn )True\b/, 'False'],
  [/(?<=\breturn )False\b/, 'True'],
  [/(?<=\breturn )(\d+)\b/, '$1 + 1'],
];

/** Lines where replacing an operator means something else: imports, types, generic arguments, string tables. */
const LEFT_ALONE = /^\s*(?:\*|#|import\b|from\b|use\b|package\b|using\b|@|<|type\b|interface\b|assert|\}?\s*$)/;

export function isMutable(path: string): boolean {
  return isSourceFile(path) && !isDeclaration(path);
}

/** One mutation per line whose code has an operator. */
export function listMutations({ path, text }: SourceFile): Mutation[] {
  if (!isMutable(path)) return [];
  const code = (maskText(path, text)?.bare ?? text).split('\n');
  return text.split('\n').flatMap((before, index) => {
    const bare = code[index] ?? '';
    if (LEFT_ALONE.test(bare) || before.length > 300) return [];
    const operator = OPERATORS.find(([pattern]) => pattern.test(bare));
    if (operator === undefined) return [];
    return [{ path, line: index + 1, before, after: withOperator(before, bare, ...operator) }];
  });
}

/** Strings and comments are blank in `bare`, which is as long as the line. */
function withOperator(line: string, bare: string, pattern: RegExp, replacement: string): string {
  const start = bare.search(pattern);
  const replaced = bare.replace(pattern, replacement);
  const end = start + (pattern.exec(bare)?.[0].length ?? 0);
  return line.slice(0, start) + replaced.slice(start, replaced.length - bare.length + end) + line.slice(end);
}

/** Evenly spread, including the first. */
export function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)] as Item);
}

export function applyMutation({ text }: SourceFile, { line, after }: Mutation): string {
  return text
    .split('\n')
    .map((old, index) => (index === line - 1 ? after : old))
    .join('\n');
}
