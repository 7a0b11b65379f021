// Small mutations of source lines that a test of the line should detect. Pure and deterministic.

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

/** Replacements; the first that matches a line is used. */
const OPERATORS: readonly (readonly [RegExp, string])[] = [
  [/(?<=[\w)\]'"] )===(?= )/, '!=='],
  [/(?<=[\w)\]'"] )!==(?= )/, '==='],
  [/(?<=[\w)\]'"] )==(?= )/, '!='],
  [/(?<=[\w)\]'"] )!=(?= )/, '=='],
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

const LANGUAGE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|c|cc|cpp|cs|swift|scala)$/;
/** Lines where replacing an operator means something else: imports, types, comments, generic arguments, string tables. */
const LEFT_ALONE = /^\s*(?:\/\/|\/?\*|#|--|import\b|from\b|use\b|package\b|using\b|@|<|type\b|interface\b|assert|\}?\s*$)/;

export function isMutable(path: string): boolean {
  return LANGUAGE.test(path) && !path.endsWith('.d.ts');
}

/** One mutation per line that has an operator. */
export function listMutations({ path, text }: SourceFile): Mutation[] {
  if (!isMutable(path)) return [];
  return text.split('\n').flatMap((before, index) => {
    if (LEFT_ALONE.test(before) || before.length > 300) return [];
    const operator = OPERATORS.find(([pattern]) => pattern.test(before));
    return operator === undefined ? [] : [{ path, line: index + 1, before, after: before.replace(operator[0], operator[1]) }];
  });
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
