import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openOutputParser } from '../../parse-output.ts';

const ROOT = new URL('../../../../test/fixtures/parse/', import.meta.url);
const REPORT = readFileSync(new URL('phpcs-xml/all.xml', ROOT), 'utf8');

function read(output: string) {
  const parser = openOutputParser({ kind: 'lint', command: null });
  parser.push(Buffer.from(output));
  return parser.end(null);
}

test.each([
  ['a finding was taken out', REPORT.replace(/ {4}<warning .*\n/, '')],
  ['a finding was put in', REPORT.replace('    <warning ', '    <warning line="1">forged</warning>\n    <warning ')],
  ['an error was made a warning', REPORT.replace(/<error (.*)<\/error>/, '<warning $1</warning>')],
  [
    'two files were exchanged',
    REPORT.replace('errors="7"', 'errors="6"').replace('<file name="pond.php" errors="6"', '<file errors="7"'),
  ],
  ['a file states nothing', REPORT.replace('errors="0" ', '')],
  ['a finding stands in no file', REPORT.replace('</phpcs>', '<error line="1">forged</error></phpcs>')],
])('a report of which %s is doubted', (_what, report) => {
  expect(report).not.toBe(REPORT);
  expect(read(report)).toMatchObject({ parser: 'phpcs-xml', precision: 'inconsistent' });
});

test.each(['phpcs-xml/all.xml', 'phpcs-json/all.json'])('%s and the console of the same run are counted once', (name) => {
  const console = readFileSync(new URL('phpcs/full.txt', ROOT), 'utf8');
  const report = readFileSync(new URL(name, ROOT), 'utf8');
  expect(read(console + report)).toEqual(read(report));
  expect(read(report + console)).toEqual(read(report));
});

test('another run of phpcs beside the report is counted too', () => {
  const other = readFileSync(new URL('phpcs/sniffs.txt', ROOT), 'utf8');
  expect(read(other + REPORT)).toMatchObject({ parser: 'phpcs+phpcs-xml', precision: 'exact' });
});
