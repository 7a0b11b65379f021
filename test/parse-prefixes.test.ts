// Task runners prefix each line. Output whose prefix cannot be told from a path must not be parsed in part.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LINTERS } from '../src/tools/linters/index.ts';
import { openOutputParser } from '../src/tools/parsers.ts';

const ROOT = new URL('fixtures/parse/', import.meta.url);
const PREFIXES = {
  lerna: '@pond/reed: ',
  yarn: '[@pond/reed]: ',
  concurrently: '[0] ',
  'npm-run-all': '[lint:js ] ',
  'a build in a container': '#12 3.456 ',
  'a frame': '│ ',
  'a clock': '07:08:09 ',
  'an indented log': '    ',
};
const TOOLS = [...new Set(LINTERS.flatMap(({ parse }) => parse).map(({ id }) => id))];

interface Case {
  kind: string;
  exit: number | null;
  command?: string;
}

function read(text: string, { exit, command }: Case) {
  const parser = openOutputParser({ kind: 'lint', command: command ?? null });
  parser.push(Buffer.from(text));
  return parser.end(exit);
}

describe.each(TOOLS)('%s', (tool) => {
  const { cases } = JSON.parse(readFileSync(new URL(`${tool}/expected.json`, ROOT), 'utf8')) as { cases: Record<string, Case> };
  const names = readdirSync(new URL(`${tool}/`, ROOT)).filter((name) => cases[name]?.kind === 'lint');

  test.each(Object.entries(PREFIXES))('after the prefix of %s gives the same counts or none', (_, prefix) => {
    const wrong = names.filter((name) => {
      const text = readFileSync(new URL(`${tool}/${name}`, ROOT), 'utf8');
      const plain = read(text, cases[name] as Case);
      const prefixed = read(text.replace(/^/gm, prefix), cases[name] as Case);
      const claims = prefixed.precision === 'exact' || prefixed.precision === 'totals';
      return claims && (prefixed.errors !== plain.errors || prefixed.warnings !== plain.warnings);
    });
    expect(wrong).toEqual([]);
  });
});
