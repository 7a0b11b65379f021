// "##vso[task.logissue ...]message", how tools talk to Azure Pipelines.
import type { LintFinding } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { FindingGroups } from './shared/finding-groups.ts';
import { findingLine } from './shared/finding-line.ts';

const ID = 'azure-annotations';
const MAX_GAP = 5;
const PREFIX = '##vso[task.logissue ';

export const azureAnnotations: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: [],
  startsWith: [PREFIX],
  isAnnotation: true,
  open: ({ shelf }) => new AzureReader(shelf),
};

class AzureReader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;

  constructor(shelf: Shelf) {
    this.#groups = new FindingGroups(ID, MAX_GAP, shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const finding = text.startsWith(PREFIX) ? toFinding(text) : null;
    if (finding !== null) this.#groups.add(finding, lineNumber);
    return false;
  }

  end(): LintSection[] {
    return this.#groups.end();
  }
}

function toFinding(text: string): LintFinding | null {
  const close = text.indexOf(']', PREFIX.length);
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
