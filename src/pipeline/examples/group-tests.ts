// Which tests share a file. Where tests are compiled, one that is not valid stops the others in its file.
import type { TestToWrite } from '../../tools/index.ts';

export interface PlacedTest extends TestToWrite {
  /** The source file with what is tested; null when unknown. */
  readonly beside: string | null;
  /** Whether it uses what only the package itself can use. */
  readonly isInside: boolean;
}

export interface TestGroup extends Pick<PlacedTest, 'beside' | 'isInside'> {
  readonly tests: readonly PlacedTest[];
}

/** Each file costs a compilation on every tree. */
const MAX_FILES = 12;
const TEXT = /"(?:[^"\\\n]|\\[^\n]){0,2000}"|`[^`]{0,2000}`/g;
const NUMBER = /(?<![\w.])\d[\w.]{0,80}/g;

/** Tests that differ in literals alone are valid together or not at all. Beyond the limit, the rest share a file. */
export function groupTests(tests: readonly PlacedTest[], areCompiled: boolean): TestGroup[] {
  const groups = new Map<string, PlacedTest[]>();
  for (const test of tests) {
    const key = areCompiled ? shapeOf(test) : '';
    const isFull = groups.size >= MAX_FILES && !groups.has(key);
    const chosen = isFull ? ([...groups.keys()].findLast((each) => fits(groups.get(each)?.[0], test)) ?? key) : key;
    groups.set(chosen, [...(groups.get(chosen) ?? []), test]);
  }
  return [...groups.values()].map((group) => ({
    beside: group[0]?.beside ?? null,
    isInside: group[0]?.isInside ?? false,
    tests: group,
  }));
}

/** Only tests of one package can share a file. */
function fits(one: PlacedTest | undefined, other: PlacedTest): boolean {
  return one?.beside === other.beside && one.isInside === other.isInside;
}

function shapeOf({ beside, isInside, imports, setup, call, expected }: PlacedTest): string {
  const code = [setup, call, expected.kind, expected.kind === 'value' ? expected.code : ''];
  return JSON.stringify([beside, isInside, imports, ...code.map((part) => part.replace(TEXT, '""').replace(NUMBER, '0'))]);
}
