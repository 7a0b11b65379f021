// What `go test` prints about a failed test: the lines between those that name the test.
import type { FailureLine, FailureReports } from '../../../parse/parser.ts';
import type { RawDetails } from '../../../parse/section.ts';
import { detailsOfLines } from '../shared/failure-text.ts';

/** Lines of Go about the test, and of the dump of a panic. */
const NOISE =
  /^\s*(?:=== |--- (?:PASS|FAIL|SKIP): |panic: .* \[recovered|goroutine \d+ \[|created by |exit status |PASS$|FAIL\b|ok {2}\t|\[signal )|^\s*$|^[\w./*()]+\(.*\)$/;
const LOGGED = /^\s*([\w.-]+\.go):(\d{1,9}): /;
const FRAME = /^\t(\S+\.go):(\d{1,9})(?: \+0x[\da-f]+)?$/;
const COMPILER = /^(\S+\.go):(\d{1,9}):\d/;
const HEADING = /^\s*(?:=== (?:RUN|CONT|NAME) +|--- FAIL: |=== FAIL: )(\S+)(?: (?!\()(\S*))? ?(?:\([\d.]*\w+\).*)?$/;
const NOT_BUILT = /^# (\S+)(?: \[\S+\])?$/;
const END = /^\s*(?:=== PAUSE|--- (?:PASS|SKIP))|^(?:FAIL|PASS|ok|exit status|DONE|\?|===|WARN)(?:\s|$)/;
const SLOW_LINE = 2000;

export function goNoise(text: string): boolean {
  return text.length < SLOW_LINE && NOISE.test(text.trimEnd());
}

function read(text: string): FailureLine {
  if (text.length > SLOW_LINE) return text;
  const frame = FRAME.exec(text);
  if (frame !== null)
    return frame[1]?.includes('/src/runtime/') === true ? null : { file: frame[1] ?? '', line: Number(frame[2]) };
  if (goNoise(text)) return null;
  const [, file, line] = LOGGED.exec(text) ?? COMPILER.exec(text) ?? [];
  return file === undefined ? text : { file, line: Number(line), text };
}

export function goDetails(lines: readonly string[]): RawDetails {
  return detailsOfLines(lines.map(read));
}

/** Ids are "import/path TestName/subtest"; gotestsum may print the last part of the path alone. */
export const goFailures: FailureReports = {
  startsWith: ['=== ', '--- FAIL: ', '# '],
  heading: (text) => {
    if (text.length > SLOW_LINE) return null;
    const built = NOT_BUILT.exec(text);
    if (built !== null) return { title: built[1] ?? '' };
    const [, first = '', second = ''] = HEADING.exec(text) ?? [];
    if (first === '') return null;
    return { title: second === '' ? first : `${first} ${second}` };
  },
  open: () => (text) => (text.length < SLOW_LINE && END.test(text) ? false : read(text)),
  titles: (id) => {
    const space = id.indexOf(' ');
    const name = id.slice(space + 1);
    return space === -1 ? [id] : [id, `${id.slice(id.lastIndexOf('/', space) + 1, space)} ${name}`, name];
  },
  areJoined: true,
};
