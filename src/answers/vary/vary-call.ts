// Calls that differ from a given one in one argument, or in one element of an argument.
import { type MaskedSource, maskSource } from '../../languages/index.ts';
import { type Expression, partsOf, readCall } from '../calls/read-expression.ts';
import { changedLiterals } from './changed-literals.ts';
import { touchesWorld } from './touches-world.ts';

export interface Variation {
  call: string;
  /** The type of the value and what was changed, for example `int + 1`. */
  change: string;
}

export interface CallToVary {
  call: string;
  /** As `language` of a probe. */
  language: string;
  /** Whether a parameter may be null; where types forbid it, all candidates would only raise the same error. */
  allowsNull?: boolean;
}

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['python', 'py'],
  ['javascript', 'js'],
  ['typescript', 'ts'],
  ['go', 'go'],
  ['rust', 'rs'],
]);
const MAX_PARTS = 40;

/** The whole text is one call: null if it is not, or has other arguments than literals. */
export function readWholeCall(call: string, language: string): { source: MaskedSource; expression: Expression } | null {
  const extension = EXTENSIONS.get(language);
  const source = extension === undefined ? null : maskSource(`call.${extension}`, call);
  const expression = source === null ? null : readCall(source, 0);
  return source === null || expression === null || source.bare.slice(expression.end).trim() !== ''
    ? null
    : { source, expression };
}

/** First the first change of each argument, then the second ones. Empty for a call that could change more than its arguments. */
export function varyCall({ call, language, allowsNull = true }: CallToVary): Variation[] {
  const read = readWholeCall(call, language);
  if (read === null || touchesWorld(call, read.source, read.expression)) return [];
  const { source, expression } = read;
  const direct = new Set(expression.items.flatMap((item) => (item.kind === 'entry' ? item.items : [item])));
  const parts = partsOf(expression).slice(1, MAX_PARTS + 1);
  const lists = parts.map((part) => {
    const changes = changedLiterals(source, part);
    const empty = allowsNull && direct.has(part) ? nullFor(part, source) : null;
    return (empty === null ? changes : [...changes, { text: empty, change: 'null' }]).map(({ text, change }) => ({
      call: call.slice(0, part.start) + text + call.slice(part.end),
      change,
    }));
  });
  const found = new Map<string, Variation>();
  for (const variation of alternating(lists)) {
    if (variation.call !== call && !found.has(variation.call)) found.set(variation.call, variation);
  }
  return [...found.values()];
}

/** Null where the language has no null for such a value. */
function nullFor({ kind, path, start, inner }: Expression, { language, text }: MaskedSource): string | null {
  if (kind === 'null' || kind === 'entry' || kind === 'name') return null;
  if (language === 'python') return 'None';
  if (language === 'javascript') return 'null';
  // With its type: the compiler infers type parameters from it.
  const type = inner === undefined ? '' : text.slice(start, inner.start - 1);
  if (language === 'go') return (kind === 'list' || kind === 'map') && type !== '' ? `${type}(nil)` : null;
  return language === 'rust' && path === 'Some' ? 'None' : null;
}

/** The first of each list, then the second of each, and so on. */
export function alternating<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = lists.reduce((length, list) => Math.max(length, list.length), 0);
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}
