// The calls of a generated file that a compiler rejects: they are left out, because one of them stops all others.
import { callAtLine } from '../answers/index.ts';
import type { AnswerRun } from './run-reading.ts';

export interface InvalidCalls {
  /** The ids of the calls. */
  ids: ReadonlySet<string>;
  /** The first line of the compiler about the file. */
  message: string;
}

const MAX_LINES = 20_000;
const MAX_MESSAGE = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what escape sequences begin with
const ESCAPES = /\u001b\[[0-?]*[ -/]*[@-~]/g;
/** `vet: ./answers_test.go:12:3: message` of Go, and ` --> tests/answers_test.rs:12:3` below the message of Rust. */
const GO = /^(?:vet: )?(?:\.\/)?([\w./@+-]{1,300}\.go):(\d{1,7})(?::\d{1,6})?: (.{1,1000})/;
const RUST_PLACE = /^ {0,12}--> ([\w./@+-]{1,300}\.rs):(\d{1,7}):\d{1,6}/;
const RUST_ERROR = /^error(?:\[E\d{1,6}\])?: (.{1,1000})/;

/** Null if the run wrote answers, or its output names no line of the file. */
export function invalidCalls({ capture, output }: AnswerRun): InvalidCalls | null {
  const files = capture.probes?.files ?? [];
  const ids = new Set<string>();
  let message: string | null = null;
  let error: string | null = null;
  for (const line of output.split('\n', MAX_LINES).map((each) => each.slice(0, 2000).replace(ESCAPES, ''))) {
    error = RUST_ERROR.exec(line)?.[1] ?? (line.startsWith('warning') ? null : error);
    const go = GO.exec(line);
    const [, path = '', number = ''] = go ?? RUST_PLACE.exec(line) ?? [];
    const text = go?.[3] ?? error;
    const file = files.find(
      (each) => path !== '' && (each.path === path || each.path.endsWith(`/${path}`) || path.endsWith(`/${each.path}`)),
    );
    if (file === undefined || text === null) continue;
    message ??= `${file.path}:${number}: ${text}`.slice(0, MAX_MESSAGE);
    const id = callAtLine(file.text, Number(number));
    if (id !== null) ids.add(id);
  }
  return message === null ? null : { ids, message };
}
