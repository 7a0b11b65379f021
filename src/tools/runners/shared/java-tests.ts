// Ids of Java tests. Maven and Gradle select by the class name, which equals the file name.

export interface JavaTest {
  /** With its package; the outermost class if classes are nested. */
  className: string;
  isNested: boolean;
  /** Null if the id has a display name instead of the method's. */
  method: string | null;
}

/** Ids are `org.example.ClassTest$Inner > method(int)[1]`, or `org.example.ClassTest.method` on Maven's console. */
const TEST_ID = /^((?:\w+\.)*\w+)((?:\$\w+)*)(?: > |\.)(.+)$/s;

/** Null if one of the ids is none of a Java test. */
export function parseJavaTests(ids: readonly string[]): JavaTest[] | null {
  const tests = ids.map(parseTest);
  return tests.includes(null) ? null : (tests as JavaTest[]);
}

function parseTest(id: string): JavaTest | null {
  const [, className, inner, name = ''] = TEST_ID.exec(id) ?? [];
  if (className === undefined) return null;
  return { className, isNested: inner !== '', method: /^(\w+)(?=$|[([{])/.exec(name)?.[1] ?? null };
}
