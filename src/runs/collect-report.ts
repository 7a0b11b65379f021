// Collects the data of a report file. Logs and diffs may have gigabytes; a report is attached
// to a pull request, so it has only the ends of logs, and no very large diff.
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { AgentStory, CaptureEntry, ReportFile, ReportLog } from '../contract/index.ts';
import type { RunFolder } from '../store/index.ts';
import { tellStory } from './agent-story.ts';
import { describeDetail, describeEntry, findLog, findPatch } from './inspect.ts';
import { listExecutions } from './list-executions.ts';

const MAX_LOG_LENGTH = 200_000;
/** Limit for all logs together; each gets the same share. */
const MAX_LOG_BYTES = 12_000_000;
const MAX_PATCH_LENGTH = 4_000_000;
const MAX_PATCH_BYTES = 16_000_000;
/** Limit for the stories of all agents together. */
const MAX_STORY_LENGTH = 4_000_000;

/** Next to the compiled program, because the command line is bundled. */
const TEMPLATE = new URL('../web/report.html.br', import.meta.url);

/** The page as one file, with a mark for the data. */
export function readReportTemplate(): string {
  return brotliDecompressSync(readFileSync(TEMPLATE)).toString();
}

export function collectReport(folder: RunFolder): ReportFile {
  const detail = describeDetail(folder);
  const names = detail.run.candidates.map(({ name }) => name);
  return {
    entries: [describeEntry(folder)],
    details: [detail],
    patches: collectPatches(folder, names),
    logs: collectLogs(folder, detail.captures),
    executions: listExecutions(folder),
    agents: collectStories(folder, names),
  };
}

function collectStories(folder: RunFolder, names: readonly string[]): Record<string, AgentStory> {
  let left = MAX_STORY_LENGTH;
  const stories: [string, AgentStory][] = [];
  for (const name of names) {
    const story = tellStory(folder, name);
    const length = story === null ? 0 : JSON.stringify(story).length;
    if (story === null || length > left) continue;
    left -= length;
    stories.push([name, story]);
  }
  return Object.fromEntries(stories);
}

function collectPatches(folder: RunFolder, names: readonly string[]): Record<string, string> {
  let left = MAX_PATCH_BYTES;
  const patches: [string, string][] = [];
  for (const name of names) {
    const file = findPatch(folder, name);
    const size = file === null ? 0 : statSync(file).size;
    if (file === null || size > Math.min(left, MAX_PATCH_LENGTH)) continue;
    left -= size;
    patches.push([name, readTail(file, size)]);
  }
  // Not assigned one by one: a candidate may be called `__proto__`.
  return Object.fromEntries(patches);
}

function collectLogs(folder: RunFolder, captures: readonly CaptureEntry[]): ReportLog[] {
  const streams = ['stdout', 'stderr'] as const;
  const share = Math.min(MAX_LOG_LENGTH, Math.floor(MAX_LOG_BYTES / Math.max(1, captures.length * streams.length)));
  return captures.flatMap(({ candidate, check }) =>
    streams.flatMap((stream) => {
      const file = findLog(folder, candidate, check, stream);
      if (file === null) return [];
      return [{ run: folder.id, candidate, check, stream, bytes: statSync(file).size, text: readTail(file, share) }];
    }),
  );
}

/** The last `most` bytes, or slightly less, to start at a whole character. */
function readTail(file: string, most: number): string {
  const { size } = statSync(file);
  const length = Math.min(size, most);
  const buffer = Buffer.alloc(length);
  const descriptor = openSync(file, 'r');
  try {
    const read = readSync(descriptor, buffer, 0, length, size - length);
    const isContinued = (byte: number) => (byte & 0xc0) === 0x80;
    const start = length < size ? buffer.findIndex((byte) => !isContinued(byte)) : 0;
    return buffer.toString('utf8', Math.max(0, start), read);
  } finally {
    closeSync(descriptor);
  }
}
