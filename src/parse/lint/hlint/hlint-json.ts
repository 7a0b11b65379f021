// Hlint's JSON.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { countMember, isRecord, textMember } from '../../shared/json-access.ts';

const ID = 'hlint-json';
type Idea = Readonly<Record<string, unknown>>;

export const hlintJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['hlint'],
  accepts: (document) => Array.isArray(document) && document.length > 0 && document.every(isIdea),
  readOld(document, firstLine, lastLine) {
    const ideas = (Array.isArray(document) ? document : []).filter(isIdea);
    const findings = ideas.filter(({ severity }) => severity !== 'Ignore').map(toFinding);
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, findings }];
  },
};

function isIdea(value: unknown): value is Idea {
  return isRecord(value) && textMember(value, 'hint') !== null && 'decl' in value && countMember(value, 'startLine') !== null;
}

function toFinding(idea: Idea): LintFinding {
  const message = textMember(idea, 'hint') ?? '';
  return {
    path: textMember(idea, 'file'),
    line: countMember(idea, 'startLine') || null,
    rule: message.startsWith('Parse error') ? 'Parse error' : message,
    severity: idea.severity === 'Error' ? 'error' : 'warning',
    message,
  };
}
