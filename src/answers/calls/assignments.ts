// The variables of a file that are assigned literals.
import { type FoundTest, type MaskedSource, type Range, statementEnd } from '../../languages/index.ts';
import { type Expression, readValue } from './read-expression.ts';

const MAX_ASSIGNMENTS = 3000;

const PATTERNS = {
  python: /^([ \t]*)([A-Za-z_]\w{0,80})[ \t]{0,8}(?::[^=\n]{1,100})?=[ \t]{0,8}(?!=)/gm,
  javascript: /(?<![\w$.])()(?:const|let|var)[ \t]{1,8}([A-Za-z_$][\w$]{0,80})[ \t]{0,8}(?::[^=\n]{1,100})?=\s{0,8}(?![=>])/g,
  go: /(?<![\w.])()([A-Za-z_]\w{0,80})[ \t]{0,8}:=[ \t]{0,8}/g,
  rust: /(?<!\w)()(?:let|const|static)[ \t]{1,8}(?:mut[ \t]{1,8})?([A-Za-z_]\w{0,80})[ \t]{0,8}(?::[^=\n]{1,100})?=\s{0,8}(?!=)/g,
};

interface Assignment {
  at: number;
  /** The test that it is in; null outside of tests. */
  test: Range | null;
  value: number;
}

export interface Assignments {
  /** The value that a variable has at a place; null if that is no literal. */
  valueAt(name: string, place: number): Expression | null;
}

export function assignmentsIn(source: MaskedSource, tests: readonly FoundTest[]): Assignments {
  const byName = groupByName(source, tests);
  return {
    valueAt(name, place) {
      const before = (byName.get(name) ?? []).filter(({ at }) => at < place);
      const own = before.findLast(({ test }) => test !== null && place >= test.start && place < test.end);
      const chosen = own ?? before.findLast(({ test }) => test === null);
      return chosen === undefined ? null : wholeValue(source, chosen.value);
    },
  };
}

function groupByName({ language, bare }: MaskedSource, tests: readonly FoundTest[]): Map<string, Assignment[]> {
  const byName = new Map<string, Assignment[]>();
  if (language === 'java' || language === 'php') return byName;
  let next = 0;
  let count = 0;
  for (const { index, 0: whole, 2: name = '' } of bare.matchAll(PATTERNS[language])) {
    count += 1;
    if (count > MAX_ASSIGNMENTS) break;
    while ((tests[next]?.end ?? bare.length) <= index) next += 1;
    const test = tests[next];
    const assignment = { at: index, test: test !== undefined && test.start <= index ? test : null, value: index + whole.length };
    const list = byName.get(name);
    if (list === undefined) byName.set(name, [assignment]);
    else list.push(assignment);
  }
  return byName;
}

/** Null if the statement goes on after the literal. */
function wholeValue(source: MaskedSource, start: number): Expression | null {
  const value = readValue(source, start);
  if (value === null) return null;
  const rest = source.bare.slice(value.end, Math.max(value.end, statementEnd(source.bare, value.end)));
  return rest.trim() === '' ? value : null;
}
