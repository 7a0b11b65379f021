// unittest of Python.

import type { FileRequest, TestRequest, TestRunner } from '../../tool.ts';
import { insteadOfPaths, stemOf } from '../shared/arguments.ts';
import { program } from '../shared/starts.ts';
import { unittest as consoleLines } from './unittest.ts';
import { write } from './write.ts';

export const unittest: TestRunner = {
  id: 'unittest',
  parse: [consoleLines],
  coverage: { language: 'python', startedBy: /\b(?:python[\d.]*|unittest)\b/ },
  loadError: {
    when: /^ImportError: Failed to import test module/,
    line: /^(?!ImportError: Failed to import)(?:\w+\.)*\w*Error: /,
    isBelow: true,
  },
  starts: [program(/^(?:python[\d.]*|py)$/, /^-m unittest$/)],
  selects: /^-k.*$/,
  selectTests: selectMethods,
  selectFiles: selectModules,
  testFile: /(?:^|\/)test[^/]*\.py$/,
  readsSources: true,
  write,
};

/** Ids are `test_name (module.Class)`. */
function selectMethods({ args, ids }: TestRequest): string[] | null {
  const names = ids
    .map((id) => /^(\w+) \(([\w.]+)\)$/.exec(id))
    .map((match) => (match === null ? null : `${match[2]}.${match[1]}`));
  return names.includes(null) ? null : [...args, ...names.flatMap((name) => ['-k', `${name}`])];
}

/** Replaces modules that the command names; if it discovers them, selects those of the files. */
function selectModules({ args, files }: FileRequest): string[] {
  const words = args.filter((word, index) => !word.startsWith('-') && args[index - 1] !== '--durations');
  if (words.length > 0 && args[0] !== 'discover') return insteadOfPaths({ args, files }, /^--durations$/);
  return [...args, ...files.flatMap((file) => ['-k', `'*${stemOf(file)}.*'`])];
}
