// Hadolint's terminal form. Info and style count as warnings: they fail the run unless configured otherwise.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { filePosition } from '../shared/file-position.ts';
import { FindingGroups } from '../shared/finding-groups.ts';

const ID = 'hadolint';
const MAX_GAP = 2;

export const hadolint: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['hadolint'],
  startsWith: '',
  positions: true,
  open: ({ shelf }) => new HadolintReader(shelf),
};

/** "DL3006 warning: message", behind "Dockerfile:3"; old versions do not say the severity. */
const RULE = /^((?:DL|SC)\d{4}) (?:(error|warning|info|style): )?(.+)$/;
/** "Dockerfile:3:1 unexpected 'F'": a file that does not parse. */
const UNPARSED = /^(?:unexpected|invalid flag) .+$/;

class HadolintReader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;

  constructor(shelf: Shelf) {
    this.#groups = new FindingGroups(ID, MAX_GAP, shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const position = filePosition(text.startsWith('hadolint:') ? text.slice(9) : text);
    const finding = position === null ? null : toFinding(position.path, position.line, position.rest);
    if (finding !== null) this.#groups.add(finding, lineNumber);
    return false;
  }

  end(): LintSection[] {
    return this.#groups.end();
  }
}

function toFinding(path: string, line: number | null, text: string): LintFinding | null {
  const [, rule = null, level, message = ''] = RULE.exec(text) ?? [];
  if (rule !== null) return { path, line, rule, severity: level === 'error' ? 'error' : 'warning', message };
  const isDockerfile = /(?:^|[./\\])(?:Docker|Container)file(?:$|[.-])/i.test(path);
  return isDockerfile && UNPARSED.test(text) ? { path, line, rule: null, severity: 'error', message: text } : null;
}
