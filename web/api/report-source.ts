// What the page shows, out of the file it is written into. Nothing is live, and nothing can be changed.
import { REPORT_ELEMENT, type ReportFile } from '../../src/contract/index.ts';
import { joinPatches } from '../diff/join-patches.ts';
import { type DataSource, DataSourceError, type LogSource } from './data-source.ts';

/** Null when the page is not a report file. */
export function readReportData(page: Pick<Document, 'getElementById'>): ReportFile | null {
  const text = page.getElementById(REPORT_ELEMENT)?.textContent;
  return text === null || text === undefined ? null : (JSON.parse(text) as ReportFile);
}

export function reportSource({ entries, details, patches, logs, executions }: ReportFile): DataSource {
  const patchOf = (candidate: string) =>
    Object.hasOwn(patches, candidate) ? (patches[candidate] ?? '') : notInFile(`diff of ${candidate}`);
  return {
    runs: async () => entries,
    run: async (id) => details.find((detail) => detail.id === id) ?? notInFile(`run ${id}`),
    executions: async () => executions,
    patch: async (_run, candidate) => patchOf(candidate),
    patchBetween: async (_run, first, second) => joinPatches(patchOf(first), patchOf(second)),
    log: async (wanted) => {
      const found = logs.find(
        (log) =>
          log.run === wanted.run &&
          log.candidate === wanted.candidate &&
          log.check === wanted.check &&
          log.stream === wanted.stream,
      );
      if (found === undefined) return notInFile(`${wanted.stream} of ${wanted.check}`);
      return textLog(withCut(found.text, found.bytes));
    },
    follow: null,
    merge: null,
    accept: null,
    race: null,
  };
}

function notInFile(what: string): never {
  throw new DataSourceError(
    'not_in_file',
    `This file does not hold the ${what}.`,
    'Open the run with `hydra ui` to see everything.',
  );
}

/** A log that is not whole says so. */
function withCut(text: string, bytes: number): string {
  const left = bytes - new TextEncoder().encode(text).length;
  return left > 0 ? `[the first ${left} bytes are not in this file]\n${text}` : text;
}

function textLog(text: string): LogSource {
  const bytes = new TextEncoder().encode(text);
  return {
    size: bytes.length,
    read: async (start, end) => bytes.subarray(start, end),
    search: async (wanted, from) => ({ offsets: findAll(bytes, wanted, from), next: null }),
  };
}

/** One character is one byte, so that places in the text are places in the file. */
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
