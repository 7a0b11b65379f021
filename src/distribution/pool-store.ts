// What the machines of a pool exchange through their store: descriptions of jobs, git bundles and captures. Large content
// is named by its hash; a capture has a small entry under its key.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SharedCaptures } from '../capture/index.ts';
import {
  canonicalJson,
  formatCheckRun,
  hydraError,
  type PlannedCapture,
  type Policy,
  type SubjectTrees,
} from '../contract/index.ts';
import { describeFile, type SharedStore } from '../store/index.ts';
import { StoredCaptures } from './stored-captures.ts';

/** What all jobs of a run have in common. */
export interface Kit {
  engine_version: string;
  /** Names of captures are unique in a run. */
  run: string;
  policy: Policy;
  base: string;
  /** The hash of the files that are added to every checkout, and the content with them; null for none. */
  copied: { hash: string; content: string | null };
}

/** One tree with its ordered checks. */
export interface JobDescription {
  /** The name of the kit. */
  kit: string;
  /** The names of bundles, in the order in which they build on each other. */
  bundles: string[];
  trees: SubjectTrees[];
  captures: PlannedCapture[];
  keys: string[];
  setup: { key: string; name: string };
}

export interface PoolStore extends SharedCaptures {
  /** Returns the name of the content. */
  putFile(file: string): Promise<string>;
  putNamed(name: string, file: string): Promise<void>;
  has(name: string): Promise<boolean>;
  isPublished(key: string): Promise<boolean>;
  /** Throws if there is none. */
  fetch(name: string, file: string): Promise<void>;
  putJson(name: string, value: unknown): Promise<void>;
  getJson<Value>(name: string): Promise<Value>;
  /** `confirm` rejects if this machine no longer owns the work: then nothing is published. */
  publish(key: string, folder: string, confirm: () => Promise<void>): Promise<void>;
}

export const jobName = (id: string) => `jobs/${id}`;

const MAX_NAME_LENGTH = 60;
const MAX_CHECKS_LENGTH = 100;

/** For people: `claude: build, test (run 20260102-030405-123abcd)`. The same work for another run keeps the label of the first. */
export function jobLabel(run: string, captures: readonly PlannedCapture[]): string {
  const subject = captures[0]?.subject;
  const name = subject === undefined || subject.kind === 'baseline' ? 'base' : subject.name;
  const checks = captures.map((capture) => formatCheckRun(capture.run)).join(', ');
  return `${cut(name, MAX_NAME_LENGTH)}: ${cut(checks, MAX_CHECKS_LENGTH)} (run ${run})`;
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}...` : text;
}

/** `folder` is a folder of this process. `refuse` gets a sentence about each stored capture that is not used. */
export function openPoolStore(store: SharedStore, folder: string, refuse: (text: string) => void): PoolStore {
  const temporary = () => join(mkdtempSync(join(folder, 'store-')), 'file');
  const withFile = async <Result>(work: (file: string) => Promise<Result>): Promise<Result> => {
    const file = temporary();
    try {
      return await work(file);
    } finally {
      rmSync(join(file, '..'), { recursive: true, force: true });
    }
  };
  const putJson = (name: string, value: unknown) =>
    withFile(async (file) => {
      writeFileSync(file, canonicalJson(value));
      await store.put(name, file);
    });
  const putFile = async (file: string) => {
    const name = `content/${describeFile(file, 'file').sha256}`;
    await store.put(name, file);
    return name;
  };
  const fetch = async (name: string, file: string) => {
    if (!(await store.get(name, file))) throw hydraError('store_content_missing', { name, store: store.address });
  };
  const captures = new StoredCaptures(store, folder, refuse);
  const fetched = new Map<string, Promise<string | null>>();
  return {
    putFile,
    putJson,
    fetch,
    putNamed: async (name, file) => void (await store.put(name, file)),
    has: (name) => store.has(name),
    isPublished: (key) => captures.isPublished(key),
    getJson: <Value>(name: string) =>
      withFile(async (file) => {
        await fetch(name, file);
        return JSON.parse(readFileSync(file, 'utf8')) as Value;
      }),
    // Two candidates with equal trees ask for the same capture at the same time.
    async find(expected) {
      const { key } = expected;
      const known = fetched.get(key) ?? captures.find(expected);
      fetched.set(key, known);
      const found = await known.catch((error: unknown) => {
        fetched.delete(key);
        throw error;
      });
      if (found === null) fetched.delete(key);
      return found;
    },
    keep: async () => {},
    publish: (key, captured, confirm) => captures.publish(key, captured, confirm),
  };
}
