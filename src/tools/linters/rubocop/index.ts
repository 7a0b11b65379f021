// RuboCop's text (progress, clang, fuubar, emacs, simple, quiet and tap) and its JSON.
// Offenses that RuboCop corrected itself are not findings.

import type { LintFinding } from '../../../contract/index.ts';
import { CharCode } from '../../../parse/shared/characters.ts';
import { countMember, isRecord, type Json, member, recordsMember, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { type ConsoleReader, consoleLinter } from '../shared/console-linter.ts';
import { firstLine } from '../shared/finding-fields.ts';
import { jsonLinter } from '../shared/json-linter.ts';

const SIMPLE_FILE = /^== (.{1,1000}) ==$/;
const ABSOLUTE = /^(?:[/\\]|[A-Za-z]:[/\\])/;
const HEADER = /^Inspecting \d{1,9} files?$/;

const lines = consoleLinter({
  id: 'rubocop',
  commands: ['rubocop'],
  startsWith: [...'0123456789', 'Inspecting ', '== ', '^', '# ', 'I: ', 'R: ', 'C: ', 'W: ', 'E: ', 'F: '],
  positions: true,
  contains: /[ :][IRCWEF]: | inspected, /,
  prefilter: (text) => text.charCodeAt(0) > CharCode.SPACE || text.endsWith('^'),
  // An offense may show several lines of source.
  maxGap: 12,
  // In TAP, lines about a file start with a hash.
  prefix: '# ',
  hasCarets: true,
  findings: [
    // "C:  1: 11: Style/Semicolon: message", below "== path ==", in which old versions do not print the name of the cop
    {
      line: /^(?<level>[IRCWEF]): {1,9}(?<line>\d{1,9}): {1,9}\d{1,9}: (?!\[(?:Corrected|Todo)\] )(?:\[Correctable\] )?(?:(?<rule>[A-Z]\w*(?:\/[A-Z]\w*)+): )?(?<message>.+)$/,
      accepts: (finding, reader) => reader.path !== null && isReported(finding, reader),
    },
    // "C: [Correctable] Style/Semicolon: message"
    {
      after:
        /^(?<level>[IRCWEF]): (?!\[(?:Corrected|Todo)\] )(?:\[Correctable\] )?(?:(?<rule>[A-Z]\w*(?:\/[A-Z]\w*)+): )?(?<message>.+)$/,
      hasColumn: true,
      accepts: isReported,
    },
  ],
  totals: [
    // An empty line precedes the real one, which distinguishes it from source code with the same text.
    {
      has: ' inspected, ',
      line: /^\d{1,9} files? inspected, (?:(?<found>\d{1,9})|no) offenses? detected(?:, (?<corrected>\d{1,9}) offenses? corrected)?(?:, \d.*)?$/,
      above: /^\s*$/,
      count: ({ found = 0, corrected = 0 }) => ({
        errors: null,
        warnings: null,
        total: Math.max(0, Number(found) - Number(corrected)),
      }),
    },
  ],
  open: (reader) => (text) => {
    if (text.startsWith('Inspecting ') && HEADER.test(text)) reader.begun = reader.results.lineNumber;
    else if (text.startsWith('== ')) reader.path = SIMPLE_FILE.exec(text)?.[1] ?? reader.path;
    return null;
  },
});

/** All forms end with totals but emacs, the only one with absolute paths. */
function isReported({ path }: LintFinding, reader: ConsoleReader): boolean {
  if (!ABSOLUTE.test(path ?? '')) reader.begun ??= reader.results.lineNumber;
  return true;
}

const json = jsonLinter({
  id: 'rubocop-json',
  commands: ['rubocop'],
  accepts: (document) =>
    isRecord(document) && Array.isArray(document.files) && countMember(document, 'summary.offense_count') !== null,
  items: (document) => offensesOf(document).filter(({ corrected }) => corrected !== true),
  totals(document) {
    const corrected = offensesOf(document).filter((offense) => offense.corrected === true).length;
    const stated = countMember(document, 'summary.offense_count') ?? 0;
    return { errors: null, warnings: null, total: stated - corrected };
  },
  path: 'path',
  line: (offense) => member(offense, 'location.start_line') ?? member(offense, 'location.line'),
  rule: 'cop_name',
  severity: ({ severity }) => (severity === 'error' || severity === 'fatal' ? 'error' : 'warning'),
  message: (offense) => firstLine(textMember(offense, 'message') ?? ''),
});

function offensesOf(document: unknown): Json[] {
  return recordsMember(document, 'files').flatMap((file) =>
    recordsMember(file, 'offenses').map((offense) => ({ ...offense, path: file.path })),
  );
}

export const rubocop: Linter = {
  id: 'rubocop',
  parse: [json, lines],
  configFiles: /\.rubocop(?:_todo)?\.yml/,
  suppression: /rubocop:disable/,
};
