// Splits the id of a test: `file > suite > name` or `file::name`.

const LAST_PART = /^(.*)(?: > |::)(.*?)$/s;

export interface TestName {
  /** The file and the suites; empty when the id is only a name. */
  location: string;
  /** Test runners print the name on the line of the result, and the suites elsewhere. */
  name: string;
}

export function splitTestId(id: string): TestName {
  const [, location = '', name = id] = LAST_PART.exec(id) ?? [];
  return name === '' ? { location: '', name: id } : { location, name };
}

/** Node's JUnit reporter escapes quotes twice. Stored results keep the id as the runner wrote it; only its display is corrected. */
export function shownTestName(name: string): string {
  return name.replaceAll('&quot;', '"');
}
