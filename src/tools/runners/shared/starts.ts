// How command lines start a runner.
import type { Start } from '../../tool.ts';

/** By the name of the program, and by the next words if it has several purposes. */
export function program(name: RegExp, next?: RegExp): Start {
  return ([first = '', ...rest]) => {
    if (!name.test(nameOf(first))) return null;
    if (next === undefined) return 1;
    const length = [1, 2].find((count) => next.test(rest.slice(0, count).join(' ')));
    return length === undefined ? null : length + 1;
  };
}

/** A build tool with a goal or task that runs tests, at any position among the options. */
export function buildTool(name: RegExp, goal: RegExp): Start {
  return ([first = '', ...rest]) => (name.test(nameOf(first)) && rest.some((word) => goal.test(word)) ? 1 : null);
}

/** `node node_modules/.bin/jest`: the file of a runner, started directly. */
export function nodeFile(runner: string): Start {
  const path = new RegExp(`(?:^|/)(?:\\.bin/${runner}|${runner}/(?:bin/)?_?${runner}\\.m?js)$`);
  return ([first = '', ...rest]) => {
    const file = rest.findIndex((word) => !word.startsWith('-'));
    return nameOf(first) === 'node' && path.test(rest[file] ?? '') ? file + 2 : null;
  };
}

export function nameOf(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}
