// psalm's console form with its totals, its text (emacs) form and its JSON.
import type { LintFinding } from '../../contract/index.ts';
import type { LineParser } from '../parser.ts';
import type { LintRun, LintSection } from '../section.ts';
import { CharCode } from '../shared/characters.ts';
import { countMember, isRecord, records, textMember } from '../shared/json-access.ts';
import { filePosition } from './shared/file-position.ts';
import { findingLine } from './shared/finding-fields.ts';
import { GroupReader } from './shared/finding-groups.ts';
import { isListOf, jsonLinter } from './shared/json-linter.ts';

const MAX_GAP = 1;
/** "ERROR: InvalidReturnType - src/a.php:5:10 - message (see https://psalm.dev/011)" */
const HEADLINE = /^(ERROR|INFO): ([A-Za-z]{2,100}) - (.{1,1000}?):(\d{1,9}):\d{1,9} - (.*)$/;
const LINK = / \(see https:\/\/psalm\.dev\/\d{1,6}\)$/;
const TOTAL = /^(\d{1,9}) errors? found$/;
const CLEAN = /^\W{0,20}No errors found!\W{0,20}$/;
const DASHES = /^-{30}$/;
/** "path:258:4:error - InvalidGlobal: message" */
const TEXT_FORM = /^(error|warning) - (?:([A-Za-z]{2,100}): )?(.*)$/;

export const psalm: LineParser<LintSection> = {
  id: 'psalm',
  form: 'lines',
  commands: ['psalm'],
  startsWith: ['ERROR: ', 'INFO: ', 'No errors found!', ...'0123456789'],
  positions: true,
  prefilter: (text) => text.charCodeAt(0) > CharCode.SPACE || text.includes('No errors found!'),
  open: (results) => new PsalmReader(results, MAX_GAP),
};

export const psalmJson = jsonLinter({
  id: 'psalm-json',
  commands: ['psalm'],
  accepts: (document) =>
    isListOf(
      document,
      (item) =>
        isRecord(item) && countMember(item, 'line_from') !== null && textMember(item, 'file_name') !== null && 'type' in item,
    ),
  items: records,
  path: 'file_name',
  line: 'line_from',
  rule: 'type',
  severity: ({ severity }) => (severity === 'error' ? 'error' : 'warning'),
  message: 'message',
});

/** The groups are for the text form. */
class PsalmReader extends GroupReader {
  #run: LintRun | null = null;

  line(text: string): boolean {
    if (text.startsWith('ERROR: ') || text.startsWith('INFO: ')) this.#headline(text);
    else if (text.endsWith(' found') || text.includes('No errors found!')) this.#closing(text.trim());
    else if (text.includes(' - ')) this.groups.addIfAny(fromText(text));
    return false;
  }

  #headline(text: string): void {
    const [, level, rule = null, path = null, line, message = ''] = HEADLINE.exec(text) ?? [];
    if (level === undefined) return;
    const severity = level === 'ERROR' ? 'error' : 'warning';
    this.#run ??= this.results.beginRun();
    this.#run.finding({ path, line: findingLine(line), rule, severity, message: message.replace(LINK, '') });
  }

  #closing(text: string): void {
    const total = TOTAL.exec(text)?.[1];
    if (!CLEAN.test(text) && (total === undefined || !DASHES.test(this.results.before(1).trim()))) return;
    this.#run ??= this.results.beginRun();
    this.#run.close({ errors: Number(total ?? 0), warnings: null, total: null });
    this.#run = null;
  }
}

function fromText(text: string): LintFinding | null {
  const position = filePosition(text);
  if (position === null || position.separator !== ':' || position.column === null) return null;
  const [, level, rule = null, message = ''] = TEXT_FORM.exec(position.rest) ?? [];
  if (level === undefined) return null;
  return { path: position.path, line: position.line, rule, severity: level === 'error' ? 'error' : 'warning', message };
}
