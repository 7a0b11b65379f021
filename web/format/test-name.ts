// Web: the parts of a test's id: `file > suite > name` and `file::name`.

const LAST_PART = /^(.*)(?: > |::)(.*?)$/s;

export interface TestName {
  /** The file and the suites; empty where the id has only a name. */
  place: string;
  /** Runners print it in their logs; the suites above it are printed elsewhere. */
  name: string;
}

export function splitTestId(id: string): TestName {
  const [, place = '', name = id] = LAST_PART.exec(id) ?? [];
  return name === '' ? { place: '', name: id } : { place, name };
}
