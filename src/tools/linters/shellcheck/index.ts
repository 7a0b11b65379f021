// ShellCheck's console form, its gcc form and its JSON, a list and json1. Info and style count as warnings: they fail the run.

import type { LintFinding } from '../../../contract/index.ts';
import type { LintRun } from '../../../parse/section.ts';
import { countMember, isRecord, records, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { type ConsoleReader, consoleLinter } from '../shared/console-linter.ts';
import { findingLine } from '../shared/finding-fields.ts';
import { isListOf, jsonLinter } from '../shared/json-linter.ts';

const lines = consoleLinter({
  id: 'shellcheck',
  commands: ['shellcheck'],
  startsWith: ['In '],
  positions: true,
  // Of the gcc form.
  maxGap: 2,
  findings: [{ has: ' [SC', after: /^(?<level>error|warning|note): (?<message>.*) \[(?<rule>SC\d{4})\]$/ }],
  open: readConsoleForm,
});

const PLACE = /^In (.{1,1000}) line (\d{1,9}):$/;
/** "     ^--^ SC2086 (info): message"; old versions print no severity. */
const COMMENT = /^ *\^-*\^? (SC\d{4})(?: \((error|warning|info|style)\))?: (.*)$/;

/** A place, a line of source, comments, and corrections up to an empty line. */
function readConsoleForm({ results }: ConsoleReader): (text: string) => boolean | null {
  let run: LintRun | null = null;
  let expected: 'source' | 'comments' | 'fix' | null = null;
  let place = { path: '', line: null as number | null };
  const comment = (text: string) => {
    const [, rule, level, message = ''] = text.includes('^') ? (COMMENT.exec(text) ?? []) : [];
    if (rule !== undefined) run?.finding({ ...place, rule, severity: severityOf(level), message });
    else if (text.startsWith('Did you mean:')) expected = 'fix';
    else if (text === 'For more information:') {
      run?.close();
      run = null;
      expected = null;
    }
  };
  return (text) => {
    const [, path, line] = text.startsWith('In ') ? (PLACE.exec(text) ?? []) : [];
    // The line after the place is source, whatever it looks like.
    if (expected === 'source') expected = 'comments';
    else if (expected === 'fix') expected = text === '' ? 'comments' : 'fix';
    else if (path !== undefined) {
      place = { path, line: findingLine(line) };
      expected = 'source';
      // With a header: findings of other tools inside are quoted source.
      run ??= results.beginRun({ hasHeader: true });
    } else if (expected === 'comments') comment(text);
    else return null;
    return run !== null;
  };
}

const json = jsonLinter({
  id: 'shellcheck-json',
  commands: ['shellcheck'],
  accepts(document) {
    const isReport = isRecord(document) && Object.keys(document).length === 1 && Array.isArray(document.comments);
    return isReport ? (document.comments as unknown[]).every(isComment) : isListOf(document, isComment);
  },
  items: (document) => records(isRecord(document) ? document.comments : document),
  path: 'file',
  line: 'line',
  rule: ({ code }) => `SC${code}`,
  severity: ({ level }) => severityOf(level),
  message: 'message',
});

function isComment(value: unknown): boolean {
  return isRecord(value) && textMember(value, 'file') !== null && countMember(value, 'code') !== null && 'level' in value;
}

function severityOf(level: unknown): LintFinding['severity'] {
  return level === 'error' ? 'error' : 'warning';
}

export const shellcheck: Linter = {
  id: 'shellcheck',
  parse: [json, lines],
  configFiles: /\.shellcheckrc/,
  suppression: /shellcheck disable/,
};
