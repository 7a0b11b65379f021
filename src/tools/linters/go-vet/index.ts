// `go vet` and the go compiler: "# package", then "./file.go:line:column: message"; and `go vet -json`.
// Findings without the line of their package are left to file-line.

import { isRecord, type Json, records, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { type ConsoleReader, consoleLinter } from '../shared/console-linter.ts';
import { filePosition } from '../shared/file-position.ts';
import { jsonLinter } from '../shared/json-linter.ts';

/** "# example.com/pond", "# [example.com/pond]", "# example.com/pond [example.com/pond.test]" */
const PACKAGE = /^# \[?[\w./~+-]{1,300}\]?(?: \[[\w./~+-]{1,300}\])?$/;

const lines = consoleLinter({
  id: 'go-vet',
  commands: ['vet'],
  startsWith: ['# ', 'vet: '],
  // A message may continue over a few lines, and the next package has a line of its own.
  maxGap: 6,
  prefix: 'vet: ',
  findings: [{ has: '.go:', after: /^(?!too many errors$)(?<message>.+)$/, paths: /\.go$/ }],
  stopped: [/too many errors$/, 'go stopped after too many errors'],
  open: readPackages,
});

function readPackages(reader: ConsoleReader): (text: string) => boolean | null {
  let isInside = false;
  return (text) => {
    if (text.startsWith('# ') && PACKAGE.test(text)) isInside = true;
    else if (isInside || text.startsWith('vet: ') || text.endsWith('too many errors')) {
      const isOwn = reader.read(text);
      isInside &&= isOwn || text.startsWith('\t');
    }
    return isInside;
  };
}

/** One document per package: findings by analyzer. */
const json = jsonLinter({
  id: 'go-vet-json',
  commands: ['vet'],
  accepts(document) {
    const results = analyzerResults(document);
    return results.length > 0 && results.every(([, list]) => Array.isArray(list) && list.every(isDiagnostic));
  },
  items: (document) => analyzerResults(document).flatMap(([rule, list]) => records(list).map((item) => ({ ...item, rule }))),
  path: (item) => positionOf(item)?.path ?? null,
  line: (item) => positionOf(item)?.line,
  rule: 'rule',
  severity: () => 'error',
  message: 'message',
});

function analyzerResults(document: unknown): [string, unknown][] {
  const packages = isRecord(document) ? Object.values(document) : [];
  return packages.every(isRecord) ? packages.flatMap((analyzers) => Object.entries(analyzers)) : [];
}

function isDiagnostic(value: unknown): boolean {
  return textMember(value, 'posn') !== null && textMember(value, 'message') !== null;
}

function positionOf(item: Json) {
  return filePosition(`${textMember(item, 'posn') ?? ''}:`);
}

export const goVet: Linter = { id: 'go-vet', parse: [json, lines] };
