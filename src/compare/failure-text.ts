// Extracts a runner's output about one failing test, short enough to quote. Pure; the text is untrusted.

const MAX_LINES = 6;
const MAX_LENGTH = 600;
const NEAR = 25;
/** A subtest may have many points. */
const FAR = 2000;
const CAUSE =
  /(?:error|exception|assert|expected|panicked|failure|failed|fatal|undefined|not equal|got|want|should|received|actual|cannot|missing)/i;
/** Lines that only frame or summarize. The last two rows: Maven's log and PHPUnit's diff header; the summary of pytest. */
const FRAME = new RegExp(
  [
    /^[\s=_~^|>.-]*$|^\s*at |^\s*\d+ \||^=+ |^\s*File "|short test summary|^\s*>\s/,
    /^\s*(?:failureType|duration_ms|location|type|code|name|operator|stack): |^\s*(?:error|stack): [|>]-?$/,
    /^\[(?:INFO|WARNING|ERROR)\]|^Tests run: |^@@ .*@@$|^\/\S+\.php:\d+$/,
    /^(?:FAILED|ERROR) \S+\.py\b|^\d+ (?:failed|passed|errors?)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Null if the output does not mention the test. Reports of Maven and Gradle may follow the console output. */
export function failureText(output: string, id: string): string | null {
  return failureReader(output)(id);
}

/** For several tests in one output. */
export function failureReader(output: string): (id: string) => string | null {
  const lines = output.split('\n').map(plainLine);
  const known = new Map<number, boolean>();
  const beginsNext = (index: number) => {
    const begins = known.get(index) ?? NEXT.test((lines[index] ?? '').slice(0, MAX_HEADER_LENGTH));
    known.set(index, begins);
    return begins;
  };
  return (id) => readFailure(lines, beginsNext, id);
}

type Predicate = (index: number) => boolean;

function readFailure(lines: readonly string[], beginsNext: Predicate, id: string): string | null {
  const fromReport = reportLines(lines, id);
  if (fromReport !== null) return clip(fromReport);
  const fromGo = goLines(lines, id);
  if (fromGo !== null) return clip(fromGo);
  const name = lastTitle(id);
  const named = lines.flatMap((line, index) => (name !== '' && line.includes(name) ? [index] : []));
  const points = tapPoints(lines, named, id);
  const found = (points ?? named).map((place) => causeAfter(lines, beginsNext, place)).filter((text) => text.length > 0);
  // TAP has the details at the point, other runners print them after the list of results.
  const best = (points === null ? found.at(-1) : found[0]) ?? [];
  return best.length === 0 ? null : clip(best);
}

const TAP_POINT = /^( *)(not )?ok \d+/;
const SUBTEST = /^( *)# Subtest: (.*)$/;

/** The failed TAP points among these lines, in the subtest of the id if they are in one; null if the lines are no TAP points. */
function tapPoints(lines: readonly string[], places: readonly number[], id: string): number[] | null {
  if (!places.some((place) => TAP_POINT.test(lines[place] ?? ''))) return null;
  const parent = id.split(' > ').at(-2) ?? null;
  return places.filter((place) => {
    const [, indent = '', failed] = TAP_POINT.exec(lines[place] ?? '') ?? [];
    if (failed === undefined) return false;
    const subtest = indent === '' ? null : subtestAround(lines, place, indent.length);
    return subtest === null || subtest === parent;
  });
}

/** Null if its header is too far above. */
function subtestAround(lines: readonly string[], place: number, indent: number): string | null {
  for (let at = place - 1; at >= Math.max(0, place - FAR); at--) {
    const [, outer, name] = SUBTEST.exec(lines[at] ?? '') ?? [];
    if (outer !== undefined && outer.length < indent) return name ?? null;
  }
  return null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colors are what it looks for
const ESCAPES = /\u001b\[[0-9;?]*[A-Za-z]/g;

function plainLine(line: string): string {
  return line.replace(ESCAPES, '').trimEnd();
}

function lastTitle(id: string): string {
  const title = id.split(' > ').at(-1) ?? id;
  return (title.split('::').at(-1) ?? title).split('[')[0]?.trim() ?? '';
}

/** The header of the next failure, by runner: jest, pytest, mocha and RSpec, cargo, TAP, unittest, Maven, Gradle (test, task). */
const NEXT =
  /^\s*● |^_{3,} \S|^\s*\d+\) \S|^---- .* ----$|^\s*(?:not )?ok \d+|^(?:FAIL|ERROR): |<<< (?:FAILURE|ERROR)!|^\S.* > .* FAILED$|^(?:> Task )?:\S+ FAILED$/;

/** The patterns for headers take quadratic time in a line without a match. */
const MAX_HEADER_LENGTH = 4000;

function causeAfter(lines: readonly string[], beginsNext: Predicate, place: number): string[] {
  const after = lines.slice(place + 1, place + NEAR);
  const end = after.findIndex((_, index) => beginsNext(place + 1 + index));
  const own = end === -1 ? after : after.slice(0, end);
  const near = joinDiffHeader(own.filter((line) => line.trim() !== '' && !FRAME.test(line)));
  // pytest marks them.
  const marked = near.filter((line) => /^E\s/.test(line));
  if (marked.length > 0) return marked.map((line) => line.replace(/^E\s+/, ''));
  const start = near.findIndex((line) => CAUSE.test(line));
  return start === -1 ? [] : near.slice(start, start + MAX_LINES);
}

/** PHPUnit's two header lines as one: callers show only a few lines, and the values follow the header. */
function joinDiffHeader(lines: readonly string[]): string[] {
  return lines.flatMap((line, index) => {
    if (line === '+++ Actual' && lines[index - 1] === '--- Expected') return [];
    return line === '--- Expected' && lines[index + 1] === '+++ Actual' ? ['--- Expected, +++ Actual'] : [line];
  });
}

/** The type and message in a report of Maven or Gradle, whose ids are `Class > method`. Gradle's console has only the type. */
function reportLines(lines: readonly string[], id: string): string[] | null {
  const [className = '', ...names] = id.split(' > ');
  if (names.length === 0) return null;
  const attributes = [` name="${escapeXml(names.join(' > '))}"`, ` classname="${escapeXml(className)}"`];
  const isCase = (line: string) => /^\s*<testcase .*[^/]>$/.test(line) && attributes.every((text) => line.includes(text));
  const start = lines.findIndex(isCase);
  const failure = start === -1 ? '' : (lines[start + 1] ?? '');
  if (!/^\s*<(?:failure|error) /.test(failure)) return null;
  const [message = '', type = ''] = ['message', 'type'].map((name) =>
    unescapeXml(new RegExp(` ${name}="([^"]*)"`).exec(failure)?.[1] ?? ''),
  );
  const text = message.startsWith(type) ? message : [type, message].filter((part) => part !== '').join(': ');
  return text === '' ? null : text.split('\n').filter((line) => line.trim() !== '');
}

const XML_ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&#10;': '\n' } as const;

function unescapeXml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|apos|#10);/g, (entity) => XML_ENTITIES[entity as keyof typeof XML_ENTITIES]);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** `go test -json` has the output of each test by its name. */
function goLines(lines: readonly string[], id: string): string[] | null {
  const test = /^\S+ ((?:Test|Example|Fuzz)\S*)$/.exec(id)?.[1];
  if (test === undefined) return null;
  const texts = lines.flatMap((line) => {
    if (!line.startsWith('{') || !line.includes(`"Test":"${test}"`)) return [];
    const event = parseEvent(line);
    return event?.Action === 'output' && typeof event.Output === 'string' ? [event.Output.trimEnd()] : [];
  });
  const own = texts.filter((line) => line.trim() !== '' && !/^\s*(?:===|---)/.test(line));
  return own.length === 0 ? null : own;
}

function parseEvent(line: string): Record<string, unknown> | null {
  try {
    const event: unknown = JSON.parse(line);
    return typeof event === 'object' && event !== null ? (event as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function clip(lines: readonly string[]): string {
  const indent = Math.min(...lines.map((line) => /^\s*/.exec(line)?.[0].length ?? 0));
  const text = lines
    .slice(0, MAX_LINES)
    .map((line) => line.slice(indent))
    .join('\n');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** The name that the runtime reports as missing. */
const MISSING: readonly RegExp[] = [
  /No module named '([\w.]+)'/,
  /cannot import name '(\w+)'/,
  /has no attribute '(\w+)'/,
  /name '(\w+)' is not defined/,
  /unexpected keyword argument '(\w+)'/,
  /Cannot find (?:module|package) '([^'\n]{1,200})'/,
  /does not provide an export named '?(\w+)/,
  /\.?(\w+) is not a (?:function|constructor)/,
  /(\w+) is not defined/,
  /undefined (?:local variable or )?method [`'](\w+[?!]?)'/,
  /uninitialized constant (?:\w+::)*(\w+)/,
  /Call to undefined (?:method|function) (?:[\w\\]+::)?(\w+)\(/,
  /Class "(?:[\w\\]+\\)?(\w+)" not found/,
];

/** Null if the failure has another cause. */
export function missingName(failure: string): string | null {
  for (const pattern of MISSING) {
    const name = pattern.exec(failure)?.[1];
    if (name !== undefined) return name.split(/[./\\]/).at(-1) ?? name;
  }
  return null;
}
