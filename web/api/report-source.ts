// The data source of a report file: data that is part of the file. Nothing is live, and nothing can be changed.
import { REPORT_ELEMENT, type ReportFile, reportFileSchema } from '../../src/contract/index.ts';
import { joinPatches } from '../diff/lines/join-patches.ts';
import { type DataSource, DataSourceError, type LogSource } from './data-source.ts';

/** Null when the page is not a report file. Throws a DataSourceError when its data cannot be read. */
export function readReportData(page: Pick<Document, 'getElementById'>): ReportFile | null {
  const text = page.getElementById(REPORT_ELEMENT)?.textContent;
  if (text === null || text === undefined) return null;
  const parsed = reportFileSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new DataSourceError(
    'invalid_data',
    'The data in this report file is incomplete or damaged.',
    'Write the report again with `hydra report --html FILE`.',
  );
}

/** Undefined when the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function reportSource({ entries, details, patches, logs, executions, agents }: ReportFile): DataSource {
  const patchOf = (candidate: string) =>
    Object.hasOwn(patches, candidate) ? (patches[candidate] ?? '') : notInFile(`diff of ${candidate}`);
  return {
    runs: async () => entries,
    run: async (id) => details.find((detail) => detail.id === id) ?? notInFile(`run ${id}`),
    executions: async () => executions,
    agent: async (_run, candidate) =>
      (Object.hasOwn(agents, candidate) ? agents[candidate] : undefined) ?? notInFile(`transcript of ${candidate}`),
    patch: async (_run, candidate) => patchOf(candidate),
    patchBetween: async (_run, first, second) => joinPatches(patchOf(first), patchOf(second)),
    file: null,
    log: async (wanted) => {
      const found = logs.find(
        (log) =>
          log.run === wanted.run &&
          log.candidate === wanted.candidate &&
          log.check === wanted.check &&
          log.stream === wanted.stream,
      );
      if (found === undefined) return notInFile(`${wanted.stream} of ${wanted.check}`);
      return textLog(withCutNote(found.text, found.bytes));
    },
    follow: null,
    merge: null,
    branches: null,
    accept: null,
    race: null,
    scoreboard: null,
    queue: null,
    blind: null,
  };
}

function notInFile(what: string): never {
  throw new DataSourceError(
    'not_in_file',
    `This report file does not contain the ${what}.`,
    'Open the run with `hydra ui` to see all of it.',
  );
}

/** A log whose start is missing begins with a line that says so. */
function withCutNote(text: string, bytes: number): string {
  const missing = bytes - new TextEncoder().encode(text).length;
  return missing > 0
    ? `[the first ${missing.toLocaleString('en')} bytes are not in this report file; \`hydra ui\` shows the whole log]\n${text}`
    : text;
}

function textLog(text: string): LogSource {
  const bytes = new TextEncoder().encode(text);
  return {
    size: bytes.length,
    read: async (start, end) => bytes.subarray(start, end),
    search: async (wanted, from) => ({ offsets: findAll(bytes, wanted, from), next: null }),
  };
}

/** Decodes one character per byte, so that an index in the text is an offset in the file. */
function findAll(bytes: Uint8Array, wanted: string, from: number): number[] {
  const byteText = (part: Uint8Array) => {
    let text = '';
    for (let at = 0; at < part.length; at += 8192) text += String.fromCharCode(...part.subarray(at, at + 8192));
    return text.toLowerCase();
  };
  const needle = byteText(new TextEncoder().encode(wanted));
  if (needle === '') return [];
  const text = byteText(bytes);
  const offsets: number[] = [];
  for (let at = text.indexOf(needle, from); at !== -1; at = text.indexOf(needle, at + 1)) offsets.push(at);
  return offsets;
}
