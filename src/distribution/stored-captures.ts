// The captures in a shared store. An entry under the key of a capture has its inputs and names its packed files. Whoever reads it
// compares both with what the key stands for: entries may have been exchanged, and content may be damaged.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CaptureInputs,
  canonicalJson,
  type ExpectedInputs,
  HydraError,
  hydraError,
  inputsOf,
  otherInput,
  type StoredFile,
} from '../contract/index.ts';
import { describeFile, hasStoredFiles, packFolder, readStored, type SharedStore, unpackFolder } from '../store/index.ts';

type CaptureEntry = StoredFile & { inputs: CaptureInputs };

/** The folder of a capture, or the reason why its entry is of no use. */
type Found = { folder: string } | { reason: string };

/** Content of a store never changes: what replaces a damaged or exchanged file has the next name. */
const MAX_REPLACEMENTS = 8;
const CONTENT = /^content\/[0-9a-f]{64}(?:\.\d)?$/;

function captureName(key: string, round: number): string {
  return round === 0 ? `captures/${key}` : `captures/${key}.${round}`;
}

export class StoredCaptures {
  readonly #store: SharedStore;
  readonly #folder: string;
  readonly #refuse: (text: string) => void;
  readonly #refused = new Set<string>();

  /** `folder` is a folder of this process. `refuse` gets a sentence about each entry that is not used. */
  constructor(store: SharedStore, folder: string, refuse: (text: string) => void) {
    this.#store = store;
    this.#folder = folder;
    this.#refuse = refuse;
  }

  isPublished(key: string): Promise<boolean> {
    return this.#store.has(captureName(key, 0));
  }

  /** A folder with the capture; null if it has to be taken. */
  async find(expected: ExpectedInputs): Promise<string | null> {
    for (let round = 0; round < MAX_REPLACEMENTS; round += 1) {
      const name = captureName(expected.key, round);
      const found = await this.#read(name, expected);
      if (found === null) return null;
      if ('folder' in found) return found.folder;
      if (!this.#refused.has(name)) this.#refuse(`The entry ${name} of ${this.#store.address} is not used: ${found.reason}.`);
      this.#refused.add(name);
    }
    return null;
  }

  /** `confirm` rejects if this machine no longer owns the work: then nothing is published. */
  async publish(key: string, captured: string, confirm: () => Promise<void>): Promise<void> {
    const inputs = { ...inputsOf(readStored('capture', join(captured, 'capture.json'))), key };
    const file = this.#temporary();
    const { sha256, bytes } = await packFolder(captured, file);
    const round = await this.#freeRound(inputs);
    if (round === null) return;
    const path = await this.#putContent(file, sha256);
    await confirm();
    const entry: CaptureEntry = { inputs, path, sha256, bytes };
    writeFileSync(`${file}.entry`, canonicalJson(entry));
    await this.#store.put(captureName(key, round), `${file}.entry`);
  }

  #temporary(): string {
    return join(mkdtempSync(join(this.#folder, 'capture-')), 'file');
  }

  async #read(name: string, expected: ExpectedInputs): Promise<Found | null> {
    const file = this.#temporary();
    if (!(await this.#store.get(name, file))) return null;
    const entry = parseEntry(file);
    if (entry === null) return { reason: 'it cannot be read' };
    const reason = otherInput(expected, entry.inputs);
    return reason === null ? this.#unpack(entry, file, expected) : { reason };
  }

  async #unpack({ path, sha256 }: CaptureEntry, file: string, expected: ExpectedInputs): Promise<Found> {
    const [packed, folder] = [`${file}.pack`, `${file}.capture`];
    if (!(await this.#store.get(path, packed))) return { reason: `${path} is missing` };
    if (describeFile(packed, path).sha256 !== sha256) return { reason: `${path} is damaged` };
    const reason = await unpackCapture(packed, folder, expected);
    return reason === null ? { folder } : { reason: `${path}: ${reason}` };
  }

  /** The first name without an entry; null if an earlier one can be used. */
  async #freeRound(expected: ExpectedInputs): Promise<number | null> {
    for (let round = 0; round < MAX_REPLACEMENTS; round += 1) {
      const found = await this.#read(captureName(expected.key, round), expected);
      if (found === null) return round;
      if ('folder' in found) return null;
    }
    throw hydraError('store_capture_unusable', { key: expected.key, store: this.#store.address });
  }

  /** Content that is there already may be damaged: the copy then has a name of its own. */
  async #putContent(file: string, sha256: string): Promise<string> {
    for (let round = 0; round < MAX_REPLACEMENTS; round += 1) {
      const name = round === 0 ? `content/${sha256}` : `content/${sha256}.${round}`;
      if (await this.#store.put(name, file)) return name;
      const copy = this.#temporary();
      if ((await this.#store.get(name, copy)) && describeFile(copy, name).sha256 === sha256) return name;
    }
    throw hydraError('store_capture_unusable', { key: sha256, store: this.#store.address });
  }
}

/** Null for anything but an entry: somebody else may have written it. */
function parseEntry(file: string): CaptureEntry | null {
  try {
    const { inputs, path, sha256, bytes } = JSON.parse(readFileSync(file, 'utf8')) as CaptureEntry;
    const isEntry = CONTENT.test(path) && typeof sha256 === 'string' && typeof inputs === 'object' && inputs !== null;
    return isEntry ? { inputs, path, sha256, bytes } : null;
  } catch {
    return null;
  }
}

/** Null if the files are those of the expected capture, else the reason why not. */
async function unpackCapture(packed: string, target: string, expected: ExpectedInputs): Promise<string | null> {
  try {
    await unpackFolder(packed, target);
    const capture = readStored('capture', join(target, 'capture.json'));
    if (!hasStoredFiles(target, capture)) return 'its files are damaged';
    return otherInput(expected, inputsOf(capture));
  } catch (error) {
    if (error instanceof HydraError) return error.message.replace(/\.$/, '');
    throw error;
  }
}
