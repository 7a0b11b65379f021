import { expect, test } from 'vitest';
import { evidenceOf } from '../../../test/evidence-builder.ts';
import { findIntegrity } from '../integrity/index.ts';

const found = (path: string, ...lines: string[]) =>
  findIntegrity(evidenceOf({ [path]: lines }))
    .filter(({ id }) => id === 'suspicious_dependencies')
    .map(({ severity, message, place }) => `${severity} ${place?.start_line}: ${message}`);

test.each([
  ['package.json', '+    "lodahs": "^4.17.21",', 'lodahs', 'lodash'],
  ['package.json', '+    "expresss": "4.18.0"', 'expresss', 'express'],
  ['app/requirements.txt', '+reqests==2.31', 'reqests', 'requests'],
  ['requirements-dev.txt', '+beautifulsoup==4.0', 'beautifulsoup', 'beautifulsoup4'],
  ['pyproject.toml', '+    "pandsa>=2.0",', 'pandsa', 'pandas'],
  ['Cargo.toml', '+serde_jsn = "1"', 'serde_jsn', 'serde_json'],
  ['Cargo.toml', '+toki = { version = "1", features = [] }', null, null],
])('%s %s', (path, line, name, known) => {
  expect(found(path, line)).toEqual(name === null ? [] : [`warning 1: adds ${name}, which is nearly ${known}`]);
});

test('says nothing about known names, other versions, keys and scripts', () => {
  expect(
    found('package.json', '+    "preact": "^10.0.0",', '+    "version": "1.2.3",', '+    "lodahs": "node tools/x.js",'),
  ).toEqual([]);
  expect(found('package.json', '-    "lodahs": "^4.0.0",', '+    "lodahs": "^4.1.0",')).toEqual([]);
  expect(found('src/package.js', '+    "lodahs": "^4.17.21",')).toEqual([]);
});

test('names packages with an install script', () => {
  const lock = [
    '     "node_modules/other": {',
    '+    "node_modules/native": {',
    '+      "version": "1.0.0",',
    '+      "hasInstallScript": true,',
    '+    },',
  ];
  expect(found('package-lock.json', ...lock)).toEqual([
    'warning 4: adds packages that run a script when they are installed: native',
  ]);
  expect(found('pnpm-lock.yaml', '+  /native@1.0.0:', '+    resolution: {integrity: x}', '+    requiresBuild: true')).toEqual([
    'warning 3: adds packages that run a script when they are installed: native',
  ]);
});
