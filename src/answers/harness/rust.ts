// The Rust test program that makes calls.
import { type AnswersProgram, markOf, type ProgramPlace } from './answers-program.ts';
import type { CallToMake } from './answers-test.ts';
import { RUST_SUPPORT } from './rust-support.ts';

const ALLOWED = '#![allow(dead_code, unused, deprecated, clippy::all)]';

export function rustProgram(calls: readonly CallToMake[], { crateName }: ProgramPlace): AnswersProgram {
  const globs = crateName === null ? [] : [`use ${crateName}::*;`];
  const functions = calls.map((call, index) => {
    const lines = [...globs, ...linesOf(call.imports), ...linesOf(call.setup ?? ''), `hydra_show!(${call.probe.call.trim()})`];
    return [markOf(call), `fn call_${index}() -> String {`, ...lines.map((line) => `    ${line}`), '}'].join('\n');
  });
  const rows = calls.map(({ probe }, index) => `        (${JSON.stringify(probe.id)}, call_${index} as fn() -> String),`);
  const test = ['#[test]', 'fn hydra_answers() {', '    hydra::run(&[', ...rows, '    ]);', '}'].join('\n');
  const crate = crateName === null ? [] : [`extern crate ${crateName};`];
  return { file: `${[ALLOWED, ...crate, RUST_SUPPORT, ...functions, test].join('\n\n')}\n` };
}

function linesOf(code: string): string[] {
  return code === '' ? [] : code.split('\n');
}
