// The lines that pytest decorates with "=", "_" or "!": its titles, and its closing line with the totals.

/** The title of a line such as "=== FAILURES ===", whose sides differ in length by at most one character. */
export function separatorTitle(text: string, fill: string): string | null {
  if (!text.startsWith(fill)) return null;
  const trimmed = text.trimEnd();
  let left = 0;
  while (trimmed[left] === fill) left += 1;
  let end = trimmed.length;
  while (end > left && trimmed[end - 1] === fill) end -= 1;
  const right = trimmed.length - end;
  if (end - left < 3 || trimmed[left] !== ' ' || trimmed[end - 1] !== ' ') return null;
  return right === left || right === left + 1 ? trimmed.slice(left + 1, end - 1) : null;
}

export interface Closing {
  /** Between "=" signs, as always without -q. */
  decorated: boolean;
  passed: number;
  failed: number;
  skipped: number;
  xfailed: number;
  xpassed: number;
  errors: number;
  deselected: number;
  /** Subtests that passed: pytest states them separately, and they are no tests. */
  subtests: number;
  /** With --collect-only. */
  isCollectOnly: boolean;
  /** Words of plugins with an unknown meaning. */
  unknown: string[];
}

const DURATION = /^\d+(?:\.\d+)?(?:s| seconds)(?: \([^()]*\))?$/;
const PART = /^(\d+) ([a-z][a-z -]*)$/;
const COLLECTED_ONLY = /^(?:no tests collected|\d+(?:\/\d+)? tests? collected)(?: \(\d+ deselected\))?$/;
const NEUTRAL = new Set(['warning', 'warnings', 'pytest-warnings', 'rerun', 'reruns', 'retried']);
type CountOfClosing = Exclude<keyof Closing, 'decorated' | 'isCollectOnly' | 'unknown'>;

/** A map, because the words come from the log: `constructor` is a word, too. */
const MEMBER_OF_WORD: ReadonlyMap<string, CountOfClosing> = new Map(
  Object.entries<CountOfClosing>({
    passed: 'passed',
    failed: 'failed',
    skipped: 'skipped',
    xfailed: 'xfailed',
    xpassed: 'xpassed',
    error: 'errors',
    errors: 'errors',
    deselected: 'deselected',
    'subtests passed': 'subtests',
    'subtests failed': 'failed',
    'subtests skipped': 'skipped',
  }),
);

/** Reads "1 failed, 2 passed in 0.12s", with or without the "=" signs around it. */
export function readClosing(text: string): Closing | null {
  const decorated = text.startsWith('=');
  const title = decorated ? separatorTitle(text, '=') : text.trimEnd();
  if (title === null) return null;
  const at = title.startsWith(' in ') ? 0 : title.lastIndexOf(' in ');
  if (at === -1 || !DURATION.test(title.slice(at + ' in '.length))) return null;
  return readParts(title.slice(0, at), decorated);
}

function readParts(parts: string, decorated: boolean): Closing | null {
  const closing: Closing = {
    decorated,
    passed: 0,
    failed: 0,
    skipped: 0,
    xfailed: 0,
    xpassed: 0,
    errors: 0,
    deselected: 0,
    subtests: 0,
    isCollectOnly: false,
    unknown: [],
  };
  // Old versions print nothing if no test ran.
  if (parts === '') return decorated ? closing : null;
  const words = parts.split(', ');
  if (!words.every((part) => addPart(closing, part))) return null;
  // "12 packages in 0.5s" is another tool's.
  return closing.unknown.length === words.length ? null : closing;
}

function addPart(closing: Closing, part: string): boolean {
  if (COLLECTED_ONLY.test(part)) closing.isCollectOnly = true;
  if (part === 'no tests ran' || COLLECTED_ONLY.test(part)) return true;
  const [, count = '', word = ''] = PART.exec(part) ?? [];
  const member = MEMBER_OF_WORD.get(word);
  if (member !== undefined) closing[member] += Number(count);
  else if (count !== '' && !NEUTRAL.has(word)) closing.unknown.push(part);
  return count !== '';
}

export function totalsOf({ passed, failed, skipped, xfailed, xpassed, errors }: Closing) {
  return { passed: passed + xpassed, failed: failed + errors, skipped: skipped + xfailed };
}
