// Rust: the panic of a test, and the first error of a target that does not compile.
import type { FailureHeading, FailureLine, FailurePlace } from '../../../parse/parser.ts';
import type { RawDetails } from '../../../parse/section.ts';
import { detailsOfLines, linesBefore } from '../shared/failure-text.ts';

const MAX_LENGTH = 2000;
const MAX_LINES = 200;
/** Before Rust 1.73 the message was between "panicked at" and the place. */
const PANIC = /^\s*thread '.{1,1000}' (?:\(\d{1,20}\) )?panicked at (?:'(.*)', )?(\S+):(\d{1,9}):\d{1,9}:?$/;
const NO_TEXT = /^\s*(?:$|note: (?:run with|Some details)|stack backtrace:|\d{1,4}: |at )/;

function panicLine(text: string): FailurePlace | null {
  const [, quoted, file, line] = text.length > MAX_LENGTH ? [] : (PANIC.exec(text) ?? []);
  return file === undefined ? null : { file, line: Number(line), ...(quoted !== undefined && { text: quoted }) };
}

/** What a test prints before its panic says less. */
export function panicReader(): (text: string) => FailureLine {
  let hasPanic = false;
  return (text) => {
    const panic = panicLine(text);
    if (panic !== null) {
      const { text: quoted, ...place } = panic;
      const isFirst = !hasPanic;
      hasPanic = true;
      return isFirst ? panic : place;
    }
    if (!hasPanic) return /^\s*Error: /.test(text) ? text : null;
    return NO_TEXT.test(text.slice(0, MAX_LENGTH)) ? null : text;
  };
}

export function panicDetails(output: string): RawDetails {
  return detailsOfLines(output.split('\n', MAX_LINES).map(panicReader()));
}

const COMPILER_ERROR = /^error(?:\[E\d+\])?: (?!could not compile)/;

/** Null for another line. */
export function compileHeading(text: string, before: (distance: number) => string): FailureHeading | null {
  const [, name, target] = /^error: [cC]ould not compile `([^`]{1,200})`(?: \(([^)]{1,200})\))?/.exec(text) ?? [];
  if (name === undefined) return null;
  const lines = linesBefore(before, /^(?:warning: |error: could not compile| +Compiling )/);
  const first = lines.findIndex((line) => COMPILER_ERROR.test(line));
  const [, file, line] = /^ *--> (\S+):(\d{1,9}):\d/.exec(lines[first + 1] ?? '') ?? [];
  const place = first !== -1 && file !== undefined ? { file, line: Number(line) } : {};
  return { title: `compile ${name}${target === undefined ? '' : ` (${target})`}`, message: lines[first] ?? null, ...place };
}
