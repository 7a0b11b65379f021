import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openOutputParser } from '../../parsers.ts';

const ROOT = new URL('../../../../test/fixtures/parse/', import.meta.url);
const REPORT = readFileSync(new URL('phpcs-xml/all.xml', ROOT), 'utf8');

function read(output: string) {
  const parser = openOutputParser({ kind: 'lint', command: null });
  parser.push(Buffer.from(output));
  return parser.end(null);
}

test.each([
  ['a finding was removed', REPORT.replace(/ {4}<warning .*\n/, '')],
  ['a finding was added', REPORT.replace('    <warning ', '    <warning line="1">forged</warning>\n    <warning ')],
  ['an error became a warning', REPORT.replace(/<error (.*)<\/error>/, '<warning $1</warning>')],
  [
    'two files were swapped',
    REPORT.replace('errors="7"', 'errors="6"').replace('<file name="pond.php" errors="6"', '<file errors="7"'),
  ],
  ['a file states no number of errors', REPORT.replace('errors="0" ', '')],
  ['a finding is outside any file', REPORT.replace('</phpcs>', '<error line="1">forged</error></phpcs>')],
])('a report is inconsistent when %s', (_what, report) => {
  expect(report).not.toBe(REPORT);
  expect(read(report)).toMatchObject({ parser: 'phpcs-xml', precision: 'inconsistent' });
});

test.each(['phpcs-xml/all.xml', 'phpcs-json/all.json'])('counts %s and the console output of the same run once', (name) => {
  const console = readFileSync(new URL('phpcs/full.txt', ROOT), 'utf8');
  const report = readFileSync(new URL(name, ROOT), 'utf8');
  expect(read(console + report)).toEqual(read(report));
  expect(read(report + console)).toEqual(read(report));
});

test('counts another run of phpcs beside the report', () => {
  const other = readFileSync(new URL('phpcs/sniffs.txt', ROOT), 'utf8');
  expect(read(other + REPORT)).toMatchObject({ parser: 'phpcs+phpcs-xml', precision: 'exact' });
});
