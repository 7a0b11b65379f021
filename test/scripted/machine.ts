// A machine without processes and checkouts: a script says what each command prints and returns. It takes the place of a
// pool of workers, so planning, parsing, comparing and scoring are the real ones.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JobOutcome, TreeJob } from '../../src/capture/index.ts';
import {
  type Capture,
  canonicalJson,
  type Ended,
  type ExpectedInputs,
  formatCheckRun,
  type PlannedCapture,
  SCHEMA_VERSION,
  type StoredFile,
} from '../../src/contract/index.ts';
import { listBlobs, type ObjectStore, readTreeFiles } from '../../src/git/index.ts';
import type { Pool } from '../../src/pipeline/index.ts';

import { describeFile } from '../../src/store/index.ts';
import { SAMPLE_FINGERPRINT } from '../sample-fingerprint.ts';

/** What a command would see. */
export interface Execution {
  /** Null for the base. */
  candidate: string | null;
  /** With the tree and the attempt, for example `pinned-selected1-test`. */
  name: string;
  /** Its number among the executions with this name on this tree, from 1. */
  count: number;
  command: string;
  /** The files of the tree by path, with those that Hydra adds for this execution. */
  files: ReadonlyMap<string, string>;
  planned: PlannedCapture;
}

/** Omitted parts are those of a command that prints nothing and succeeds in a millisecond. */
export interface Outcome {
  stdout?: string;
  stderr?: string;
  exitCode?: number;
  ended?: Ended;
  durationMs?: number;
  /** Requested reports by file name; the name begins with the format. */
  reports?: Readonly<Record<string, string>>;
  /** Coverage reports: `1-lcov.info` of Hydra's own run, `tree/PATH` of what the command writes anyway. */
  coverage?: Readonly<Record<string, string>>;
  answers?: string;
}

export type Script = (execution: Execution) => Outcome | Promise<Outcome>;

/** Where commands seem to run: output that names files below it names files of the tree. */
export const SCRIPTED_TREE = '/scripted/tree';

export interface ScriptedMachine extends Pool {
  /** In the order in which they ran, for example `candidates/a/test`. */
  executions: string[];
}

export function scriptedMachine(script: Script): ScriptedMachine {
  const executions: string[] = [];
  return {
    executions,
    fingerprint: { ...SAMPLE_FINGERPRINT, sandbox: 'bubblewrap' },
    sandbox: { kind: 'bubblewrap', reason: null },
    async open({ objects, area }) {
      mkdirSync(area, { recursive: true });
      const folder = mkdtempSync(join(area, 'scripted-'));
      const place: Place = { script, objects, folder, executions, folders: new Map(), trees: new Map() };
      return {
        remote: { run: (job) => runJob(place, job) },
        shared: { find: async ({ key }: ExpectedInputs) => place.folders.get(key) ?? null, keep: async () => {} },
        copied: null,
      };
    },
  };
}

interface Place {
  script: Script;
  objects: ObjectStore;
  folder: string;
  executions: string[];
  /** The folders of the captures by key. */
  folders: Map<string, string>;
  /** The files of each tree that was read. */
  trees: Map<string, Promise<readonly TreeFile[]>>;
}

interface TreeFile {
  path: string;
  text: string;
}

async function runJob(place: Place, { captures, inputs }: TreeJob): Promise<JobOutcome> {
  for (const [index, planned] of captures.entries()) {
    const expected = inputs[index];
    if (expected === undefined || place.folders.has(expected.key)) continue;
    const outcome = await place.script(await describe(place, planned, expected.tree ?? ''));
    place.folders.set(expected.key, store(place, planned, expected, outcome));
  }
  return { state: 'done' };
}

async function describe(place: Place, planned: PlannedCapture, tree: string): Promise<Execution> {
  const candidate = planned.subject.kind === 'baseline' ? null : planned.subject.name;
  const name = formatCheckRun(planned.run);
  const path = candidate === null ? `baseline/${name}` : `candidates/${candidate}/${name}`;
  const { executions, trees } = place;
  executions.push(path);
  const texts = trees.get(tree) ?? readTree(place.objects, tree);
  trees.set(tree, texts);
  const added = [...planned.canaries, ...planned.varied, ...(planned.probes?.files ?? [])];
  const files = new Map([...(await texts), ...added].map((file) => [file.path, file.text]));
  return { candidate, name, count: executions.filter((each) => each === path).length, command: planned.command, files, planned };
}

async function readTree(objects: ObjectStore, tree: string): Promise<readonly TreeFile[]> {
  return readTreeFiles(objects, tree, [...(await listBlobs(objects, tree)).keys()]);
}

function store(place: Place, planned: PlannedCapture, expected: ExpectedInputs, outcome: Outcome): string {
  const folder = join(place.folder, expected.key);
  const keep = (path: string, text = ''): StoredFile => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return describeFile(file, path);
  };
  const { ended = 'exited', exitCode = 0, durationMs = 1, reports = {}, coverage = {}, answers } = outcome;
  const { independent, leftOut, authors, varied, probes } = planned;
  const coverageReports = Object.entries(coverage).map(([path, text]) => keep(`coverage/${path}`, text));
  const capture: Capture = {
    ...{ schema_version: SCHEMA_VERSION, key: expected.key, check: planned.run.check, tree: expected.tree ?? '' },
    ...{ command: planned.command, workdir: SCRIPTED_TREE, environment_hash: expected.environment_hash ?? '' },
    ...{ ended, exit_code: ended === 'exited' ? exitCode : null, signal: null, duration_ms: durationMs },
    ...{ timeout_seconds: planned.timeoutSeconds, left_behind: 0, strays: [] },
    ...{ stdout: keep('stdout.log', outcome.stdout), stderr: keep('stderr.log', outcome.stderr) },
    reports: Object.entries(reports).map(([name, text]) => ({
      format: name.replace(/[-.].*$/s, ''),
      file: keep(`reports/${name}`, text),
    })),
    ...(coverageReports.length === 0 ? {} : { coverage_reports: coverageReports }),
    ...(varied.length === 0 ? {} : { varied: [...varied] }),
    ...(probes === null ? {} : { probes }),
    ...(answers === undefined ? {} : { answers: keep('answers.jsonl', answers) }),
    ...(independent === null ? {} : { independent: { ...independent, dependencies: 'none' } }),
    ...(leftOut === null ? {} : { left_out: [...leftOut] }),
    ...(authors === null ? {} : { authors: [...authors] }),
    from_cache: false,
  };
  keep('capture.json', canonicalJson(capture));
  return folder;
}
