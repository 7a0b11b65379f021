// `go vet` and the go compiler: "# package", then "./file.go:line:column: message".
// Findings without the line of their package are left to the reader of plain positions.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { filePosition } from '../shared/file-position.ts';
import { FindingGroups } from '../shared/finding-groups.ts';

const ID = 'go-vet';
/** A message may go on over a few lines, and the next package has a line of its own. */
const MAX_GAP = 6;

export const goVet: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['vet'],
  startsWith: ['# ', 'vet: '],
  open: ({ shelf }) => new GoVetReader(shelf),
};

/** "# example.com/pond", "# [example.com/pond]", "# example.com/pond [example.com/pond.test]" */
const PACKAGE = /^# \[?[\w./~+-]{1,300}\]?(?: \[[\w./~+-]{1,300}\])?$/;

class GoVetReader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;
  #inPackage = false;

  constructor(shelf: Shelf) {
    this.#groups = new FindingGroups(ID, MAX_GAP, shelf);
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith('# ') && PACKAGE.test(text)) {
      this.#inPackage = true;
      return true;
    }
    const finding = toFinding(text);
    if (text.endsWith('too many errors')) this.#groups.doubt('go stopped after too many errors');
    else if (finding !== null && (this.#inPackage || text.startsWith('vet: '))) this.#groups.add(finding, lineNumber);
    else if (!text.startsWith('\t')) this.#inPackage = false;
    return this.#inPackage;
  }

  end(): LintSection[] {
    return this.#groups.end();
  }
}

function toFinding(text: string): LintFinding | null {
  if (!text.includes('.go:')) return null;
  const position = filePosition(text.startsWith('vet: ') ? text.slice(5) : text);
  if (position === null || !position.path.endsWith('.go') || position.rest === '') return null;
  return { path: position.path, line: position.line, rule: null, severity: 'error', message: position.rest };
}
