// "::error file=a,line=1::message", how tools talk to GitHub Actions. Notices are remarks, no findings.
// A tool may print its own closing totals behind its annotations; they are then held against them.
import type { LintFinding } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import type { LintSection, LintTotals } from '../section.ts';
import { filePosition } from './shared/file-position.ts';
import { FindingGroups } from './shared/finding-groups.ts';
import { findingLine } from './shared/finding-line.ts';
import { copSeverity } from './shared/severity.ts';

const ID = 'github-annotations';
const MAX_GAP = 5;
/** How biome ends a check, which counts an unformatted file for every one that it could not parse, and does not annotate it. */
const BIOME_CHECKED = ['check ━', 'ci ━'];

export const githubAnnotations: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: [],
  startsWith: ['::error', '::warning', 'Found ', ...BIOME_CHECKED],
  isAnnotation: true,
  open: ({ shelf }) => new GithubReader(shelf),
};

const COMMAND = /^::(error|warning)(?= |::)/;
/** What the runner of the CI system itself says about a step. */
const NOT_OF_A_TOOL = /^(?:Process completed with exit code \d+|The process '.{1,500}' failed with exit code \d+)\.?$/;
/** oxlint */
const FOUND = /^Found (\d{1,9}) warnings? and (\d{1,9}) errors?\.$/;

class GithubReader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;
  #unparsed = false;

  constructor(shelf: Shelf) {
    this.#groups = new FindingGroups(ID, MAX_GAP, shelf);
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith('::')) {
      const finding = toFinding(text);
      if (finding !== null) this.#groups.add(finding, lineNumber);
      this.#unparsed ||= finding?.rule === 'parse';
    } else if (BIOME_CHECKED.some((words) => text.startsWith(words))) {
      if (this.#unparsed) this.#groups.doubt('biome counts files that it could not parse once more, and does not list that');
      this.#unparsed = false;
    } else if (text.startsWith('Found ') && lineNumber - this.#groups.lastLine <= MAX_GAP) {
      const totals = statedTotals(text);
      if (totals !== null) this.#groups.close(totals, lineNumber);
    }
    return false;
  }

  end(): LintSection[] {
    return this.#groups.end();
  }
}

function statedTotals(text: string): LintTotals | null {
  const found = FOUND.exec(text);
  return found === null ? null : { warnings: Number(found[1]), errors: Number(found[2]), total: null };
}

function toFinding(text: string): LintFinding | null {
  const command = COMMAND.exec(text);
  const end = command === null ? -1 : text.indexOf('::', command[0].length);
  if (command === null || end === -1) return null;
  const values = readProperties(text.slice(command[0].length, end));
  const path = values.get('file') || null;
  const title = values.get('title') ?? '';
  const message = firstLine(decode(text.slice(end + 2))) || title;
  if (path === null && (message === '' || NOT_OF_A_TOOL.test(message))) return null;
  const place = { path, line: findingLine(values.get('line')) };
  const told = ruleAndMessage(title, withoutPosition(message, path));
  const severity = copSeverity(told.rule ?? '') ?? (command[1] === 'error' ? 'error' : 'warning');
  return { ...place, ...told, severity };
}

function readProperties(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const part of text.split(',')) {
    const equals = part.indexOf('=');
    if (equals > 0) values.set(part.slice(0, equals).trim(), decode(part.slice(equals + 1)).trim());
  }
  return values;
}

/** oxlint and ruff repeat the position in the message; there it would make a moved finding a new one. */
function withoutPosition(message: string, path: string | null): string {
  const position = path === null ? null : filePosition(message);
  const repeats = position !== null && (path?.endsWith(position.path) || position.path.endsWith(path ?? ''));
  return repeats ? position.rest : message;
}

/** Where tools put the rule: "ruff (F401)" or the bare rule as title, "Cop/Name: " before or " (rule)" behind the message. */
function ruleAndMessage(title: string, message: string): Pick<LintFinding, 'rule' | 'message'> {
  const inTitle = /^[^()]{1,60} \(([^()\s]{1,200})\)$/.exec(title)?.[1] ?? (/^\S+$/.test(title) ? title : null);
  if (inTitle !== null) {
    const repeated = [`${inTitle}: `, `${inTitle} `].find((start) => message.startsWith(start)) ?? '';
    return { rule: inTitle, message: message.slice(repeated.length) };
  }
  const before = /^([A-Z]\w{0,100}(?:\/[A-Z]\w{0,100}){1,4}): (.+)$/.exec(message);
  if (before !== null) return { rule: before[1] ?? null, message: before[2] ?? '' };
  // yamllint: "3:1 [document-start] missing document start", "3:1 syntax error: ... (syntax)"
  const placed = /^\d{1,9}:\d{1,9} (?:\[([\w-]{1,100})\] )?(.+)$/.exec(message);
  if (placed !== null)
    return placed[1] === undefined ? ruleBehind(placed[2] ?? '') : { rule: placed[1], message: placed[2] ?? '' };
  return ruleBehind(message);
}

function ruleBehind(message: string): Pick<LintFinding, 'rule' | 'message'> {
  const opening = message.endsWith(')') ? message.lastIndexOf(' (') : -1;
  const behind = opening > 0 ? message.slice(opening + 2, -1) : '';
  if (/^[a-z][\w@/-]{1,100}$/.test(behind)) return { rule: behind, message: message.slice(0, opening) };
  return { rule: null, message };
}

function decode(text: string): string {
  return text.replace(/%0D/gi, '\r').replace(/%0A/gi, '\n').replace(/%3A/gi, ':').replace(/%2C/gi, ',').replace(/%25/g, '%');
}

function firstLine(text: string): string {
  return text.split(/[\r\n]/, 1)[0]?.trim() ?? '';
}
