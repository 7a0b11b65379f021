// The generated documents match the code.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { GENERATED_FOLDERS, generatedFiles } from '../scripts/generated-files.mjs';
import * as contract from '../src/contract/index.ts';
import * as judge from '../src/judge/index.ts';
import * as scoring from '../src/scoring/index.ts';
import * as tools from '../src/tools/index.ts';

const fileOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const textOf = (path: string) => (existsSync(fileOf(path)) ? readFileSync(fileOf(path), 'utf8') : null);

const files = await generatedFiles({ contract, scoring, judge, tools }, textOf('docs/architecture.md') ?? '');

test('no generated file is stale; `npm run generate` updates them', () => {
  const stale = [...files].filter(([path, content]) => textOf(path) !== content).map(([path]) => path);
  expect(stale).toEqual([]);
});

test('a generated folder has no extra files', () => {
  const found = GENERATED_FOLDERS.flatMap((folder) => readdirSync(fileOf(folder)).map((name) => `${folder}/${name}`));
  expect(found.filter((path) => !files.has(path))).toEqual([]);
});

test('there is a schema for every stored kind and for hydra.toml', () => {
  const kinds = [...Object.keys(contract.STORED_SCHEMAS), 'hydra-toml'];
  for (const kind of kinds) {
    expect(JSON.parse(files.get(`docs/schema/${kind}.json`) ?? 'null')).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: expect.stringMatching(/^Hydra: /),
    });
  }
  expect([...files.keys()].filter((path) => path.startsWith('docs/schema/'))).toHaveLength(kinds.length);
});

test('the list of errors has every code once', () => {
  const codes = [...(files.get('docs/errors.md') ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
  expect(codes).toEqual(Object.keys(contract.ERROR_CATALOGUE));
});

test('there is a page for every dimension, with its formula and its default weight', () => {
  const pages = [...files.keys()].filter((path) => path.startsWith('docs/dimensions/'));
  expect(pages).toEqual(contract.DIMENSION_IDS.map((id) => `docs/dimensions/${id}.md`));
  expect(files.get('docs/dimensions/build.md')).toBe(
    [
      '# Build',
      '',
      'Generated from `src/scoring/dimensions/build.ts` by `npm run generate`: change it there.',
      '',
      scoring.DIMENSIONS.build.purpose,
      '',
      'The default weight is 30; `build` under `[scoring.weights]` changes it.',
      '',
      '```text',
      ...scoring.DIMENSIONS.build.equation,
      '```',
      '',
    ].join('\n'),
  );
});
