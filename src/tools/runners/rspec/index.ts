// RSpec.

import type { TestRequest, TestRunner } from '../../tool.ts';
import { isHarmless, withoutWords } from '../shared/arguments.ts';
import { quote } from '../shared/quote.ts';
import { program } from '../shared/starts.ts';
import { rspec as consoleLines } from './rspec.ts';
import { rspecJson } from './rspec-json.ts';

const inOrderOf = (seed: number) => ['--order', `rand:${seed % 65_536}`];

const TAKES_VALUE = new Set(
  '-f --format -o --out -r --require -I -t --tag -O --options --default-path --deprecation-out --failure-exit-code'.split(' '),
);

export const rspec: TestRunner = {
  id: 'rspec',
  parse: [consoleLines, rspecJson],
  loadError: {
    when: /An error occurred while loading |cannot load such file -- |\(LoadError\)|: syntax errors? found|: syntax error, unexpected/,
    line: /cannot load such file|syntax error|(?:NameError|SyntaxError)\b../,
  },
  configFiles: /\.rspec/,
  report: {
    format: 'rspec',
    covers: ['rspec'],
    request: [
      {
        startedBy: /\b(?:rspec|rake)\b/,
        variables({ folder, env: { SPEC_OPTS = '' }, hookPath }) {
          const listener = `--require ${quote(hookPath('rspec/hooks/rspec_report.rb'))}`;
          return { HYDRA_REPORTS: folder, HYDRA_SPEC_OPTS: SPEC_OPTS, SPEC_OPTS: `${SPEC_OPTS} ${listener}`.trim() };
        },
      },
    ],
  },
  starts: [program(/^rspec$/)],
  selects: /^(?:-e|-E|-P|--example.*|--only-failures|--next-failure|--order.*|--seed.*|-P.*)$/,
  selectTests: selectExamples,
  // In front: some options consume the next word.
  selectFiles: ({ args, files }) => [...files, ...withoutWords(args, (option) => TAKES_VALUE.has(option))],
  shuffle: (args, seed) => [...args, ...inOrderOf(seed)],
  testFile: /_spec\.rb$/,
  readsSources: true,
};

function selectExamples({ args, ids, seed }: TestRequest): string[] | null {
  const order = seed === null ? [] : inOrderOf(seed);
  if (ids.every((id) => /^\.\/[\w./-]+\[[\d:]+\]$/.test(id))) {
    const isPath = (word: string, index: number) => !word.startsWith('-') && !TAKES_VALUE.has(args[index - 1] ?? '');
    return !args.some(isPath) ? [...args, ...order, ...ids.map((id) => `'${id}'`)] : null;
  }
  if (!ids.every(isHarmless)) return null;
  return [...order, ...ids.flatMap((id) => ['-e', `'${id}'`]), ...args];
}
