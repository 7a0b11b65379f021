// The text of one failing test in a machine-readable part of the output: XML of Maven and Gradle, JSON of jest and vitest, and
// the output of `go test`, which names the test of every line. Pure; the text is untrusted.

/** A test with content in a report of Maven or Gradle, and the line after it, which is that of its failure. */
export interface ReportedCase {
  test: string;
  failure: string;
}

export function reportedCases(lines: readonly string[]): ReportedCase[] {
  return lines.flatMap((test, index) => {
    const failure = lines[index + 1] ?? '';
    const isCase = /^\s*<testcase .*[^/]>$/.test(test);
    return isCase ? [{ test, failure }] : [];
  });
}

/** The type and message in a report of Maven or Gradle, whose ids are `Class > method`. Gradle's console has only the type. */
export function reportLines(cases: readonly ReportedCase[], id: string): string[] | null {
  const [className = '', ...names] = id.split(' > ');
  if (names.length === 0) return null;
  const attributes = [` name="${escapeXml(names.join(' > '))}"`, ` classname="${escapeXml(className)}"`];
  const failure = cases.find(({ test }) => attributes.every((text) => test.includes(text)))?.failure ?? '';
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

/** The message in a report of `jest --json` or `vitest --reporter=json`, whose ids are `path > title > title`, or a path. */
export function jestLines(reports: readonly JestReport[], id: string): string[] | null {
  for (const { name, message, assertions } of reports) {
    const own = assertions.find(({ titles }) => [name, ...titles].join(' > ') === id || id.endsWith(`> ${titles.join(' > ')}`));
    const text = own?.text ?? (isPathOf(name, id) ? message : '');
    if (text !== '' && (own === undefined || isPathOf(name, id.split(' > ')[0] ?? ''))) return messageLines(text);
  }
  return null;
}

export interface JestReport {
  name: string;
  message: string;
  assertions: { titles: string[]; text: string }[];
}

/** The reports in an output: each is one line, or a document of several lines from `{` to `}`. */
export function readJestReports(lines: readonly string[]): JestReport[] {
  if (!lines.some((line) => line.includes('"testResults"'))) return [];
  const documents = lines.flatMap((line, index) => {
    if (!line.startsWith('{')) return [];
    if (line !== '{') return [line];
    const end = lines.indexOf('}', index);
    return end === -1 ? [] : [lines.slice(index, end + 1).join('\n')];
  });
  return documents.flatMap((text) =>
    text.includes('"testResults"') ? listOf(parseObject(text)?.testResults).map(toReport) : [],
  );
}

function toReport(file: Record<string, unknown>): JestReport {
  const assertions = listOf(file.assertionResults).map(({ ancestorTitles, title, failureMessages }) => ({
    titles: [...stringsOf(ancestorTitles), String(title)],
    text: stringsOf(failureMessages)[0] ?? '',
  }));
  return { name: String(file.name), message: String(file.message ?? ''), assertions };
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** Reports have absolute paths, ids relative ones. */
function isPathOf(name: string, path: string): boolean {
  return name === path || name.endsWith(`/${path}`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colors are what it looks for
const ESCAPES = /\u001b\[[0-9;?]*[A-Za-z]/g;
/** Stack frames, code frames, and the title that jest repeats. */
const NO_MESSAGE = /^\s*(?:at |❯ |● |>? *\d+ \||\| *\^)|^\s*$/;

function messageLines(text: string): string[] | null {
  const lines = text
    .replace(ESCAPES, '')
    .split('\n')
    .map((line) => line.trimEnd());
  const own = lines.filter((line) => !NO_MESSAGE.test(line));
  return own.length === 0 ? null : own;
}

/** `go test`: with -json by its member `Test`, else between the lines that name the test. Null if the id is not one of Go. */
export function goLines(lines: readonly string[], id: string): string[] | null {
  const test = /^\S+ ((?:Test|Example|Fuzz)\S*)$/.exec(id)?.[1];
  if (test === undefined) return null;
  const events = lines.flatMap((line) => {
    if (!line.startsWith('{') || !line.includes(`"Test":"${test}"`)) return [];
    const event = parseObject(line);
    return event?.Action === 'output' && typeof event.Output === 'string' ? [event.Output.trimEnd()] : [];
  });
  const texts = events.length > 0 ? events : goConsoleLines(lines, test);
  return texts.filter((line) => line.trim() !== '' && !/^\s*(?:===|---)/.test(line));
}

const GO_STARTS = /^\s*(?:=== (?:RUN|CONT|NAME) +|=== FAIL: (?:\S+ )?|--- FAIL: )(\S+)(?: \(|$)/;
const GO_ENDS = /^\s*(?:=== PAUSE|--- (?:PASS|SKIP))|^(?:FAIL|PASS|ok|exit status|DONE|\?)(?:\s|$)/;

function goConsoleLines(lines: readonly string[], test: string): string[] {
  let current: string | null = null;
  return lines.filter((line) => {
    const started = GO_STARTS.exec(line)?.[1];
    if (started !== undefined) current = started;
    else if (GO_ENDS.test(line)) current = null;
    return started === undefined && current === test;
  });
}

/** Null if the text is not a JSON object. */
function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
