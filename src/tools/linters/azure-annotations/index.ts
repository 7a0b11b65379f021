// "##vso[task.logissue ...]message": annotations for Azure Pipelines.

import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import type { Linter } from '../../tool.ts';
import { findingLine } from '../shared/finding-fields.ts';
import { findingPerLine } from '../shared/finding-groups.ts';

const MAX_GAP = 5;
const PREFIX = '##vso[task.logissue ';

const lines: LineParser<LintSection> = {
  id: 'azure-annotations',
  form: 'lines',
  commands: [],
  startsWith: [PREFIX],
  isAnnotation: true,
  open: (results) => findingPerLine(results, MAX_GAP, toFinding),
};

function toFinding(text: string): LintFinding | null {
  const close = text.startsWith(PREFIX) ? text.indexOf(']', PREFIX.length) : -1;
  if (close === -1) return null;
  const properties = new Map<string, string>();
  for (const part of text.slice(PREFIX.length, close).split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0) properties.set(part.slice(0, equals).trim().toLowerCase(), decode(part.slice(equals + 1)));
  }
  const type = properties.get('type');
  if (type !== 'error' && type !== 'warning') return null;
  return {
    path: properties.get('sourcepath') || null,
    line: findingLine(properties.get('linenumber')),
    rule: properties.get('code') || null,
    severity: type,
    message: decode(text.slice(close + 1)).trim(),
  };
}

const ESCAPES: Readonly<Record<string, string>> = {
  '%3B': ';',
  '%0D': ' ',
  '%0A': ' ',
  '%5D': ']',
  '%25': '%',
  '%AZP25': '%',
};

function decode(text: string): string {
  return text.replace(/%(?:3B|0D|0A|5D|25|AZP25)/g, (code) => ESCAPES[code] ?? code);
}

export const azureAnnotations: Linter = { id: 'azure-annotations', parse: [lines] };
