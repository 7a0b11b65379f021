// hadolint's console output and its JSON. Info and style count as warnings: by default they fail the run.
import type { LintFinding } from '../../contract/index.ts';
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { records, textMember } from '../shared/json-access.ts';
import { filePosition } from './shared/file-position.ts';
import { findingPerLine } from './shared/finding-groups.ts';
import { isListOf, jsonLinter } from './shared/json-linter.ts';

const MAX_GAP = 2;
const CODE = /^(?:DL|SC)\d{4}$/;
/** "DL3006 warning: message", after "Dockerfile:3"; old versions print no severity. */
const RULE = /^((?:DL|SC)\d{4}) (?:(error|warning|info|style): )?(.+)$/;
/** "Dockerfile:3:1 unexpected 'F'": a file that does not parse. */
const UNPARSED = /^(?:unexpected|invalid flag) .+$/;
const DOCKERFILE = /(?:^|[./\\])(?:Docker|Container)file(?:$|[.-])/i;

export const hadolint: LineParser<LintSection> = {
  id: 'hadolint',
  form: 'lines',
  commands: ['hadolint'],
  startsWith: '',
  positions: true,
  open: (results) => findingPerLine(results, MAX_GAP, toFinding),
};

export const hadolintJson = jsonLinter({
  id: 'hadolint-json',
  commands: ['hadolint'],
  accepts: (document) =>
    isListOf(document, (item) => textMember(item, 'file') !== null && CODE.test(textMember(item, 'code') ?? '')),
  items: records,
  path: 'file',
  line: 'line',
  rule: 'code',
  severity: ({ level }) => (level === 'error' ? 'error' : 'warning'),
  message: 'message',
});

function toFinding(text: string): LintFinding | null {
  const position = filePosition(text.startsWith('hadolint:') ? text.slice(9) : text);
  if (position === null) return null;
  const { path, line, rest } = position;
  const [, rule = null, level, message = ''] = RULE.exec(rest) ?? [];
  if (rule !== null) return { path, line, rule, severity: level === 'error' ? 'error' : 'warning', message };
  return DOCKERFILE.test(path) && UNPARSED.test(rest) ? { path, line, rule, severity: 'error', message: rest } : null;
}
