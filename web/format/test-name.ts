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

/** A number that Hydra appends where a runner reports one name several times. */
const REPETITION = / #\d+$/;

/** The names without their files and suites; with the innermost suite where several suites have a test of that name. */
export function distinctTestNames(ids: readonly string[]): string[] {
  const parts = ids.map((id) => splitTestId(id.replace(REPETITION, '')));
  const locations = new Map<string, Set<string>>();
  for (const { location, name } of parts) locations.set(name, (locations.get(name) ?? new Set()).add(location));
  const isAmbiguous = ({ name }: TestName) => (locations.get(name)?.size ?? 0) > 1;
  const shown = parts.map((part) => (isAmbiguous(part) ? `${splitTestId(part.location).name} > ${part.name}` : part.name));
  return [...new Set(shown)];
}

/** Node's JUnit reporter escapes quotes twice. Stored results keep the id as the runner wrote it; only its display is corrected. */
export function shownTestName(name: string): string {
  return name.replaceAll('&quot;', '"');
}
