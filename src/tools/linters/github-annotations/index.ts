// "::error file=a,line=1::message": annotations for GitHub Actions. Notices are not findings.
// A tool may print its own totals after its annotations, which must match them.

import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import type { Linter } from '../../tool.ts';
import { errorsAndWarnings } from '../shared/delimited-runs.ts';
import { filePosition } from '../shared/file-position.ts';
import { copSeverity, findingLine, firstLine } from '../shared/finding-fields.ts';
import { GroupReader } from '../shared/finding-groups.ts';

const MAX_GAP = 5;
/** The last line of a biome check, which counts every file that does not parse as unformatted too, without annotating that. */
const BIOME_CHECKED = ['check ━', 'ci ━'];
const COMMAND = /^::(error|warning)(?= |::)/;
/** What the CI system itself reports about a step. */
const STEP_FAILED = /^(?:Process completed with exit code \d+|The process '.{1,500}' failed with exit code \d+)\.?$/;
/** oxlint */
const FOUND = /^Found (\d{1,9}) warnings? and (\d{1,9}) errors?\.$/;

const lines: LineParser<LintSection> = {
  id: 'github-annotations',
  form: 'lines',
  commands: [],
  startsWith: ['::error', '::warning', 'Found ', ...BIOME_CHECKED],
  isAnnotation: true,
  open: (results) => new GithubReader(results, MAX_GAP),
};

class GithubReader extends GroupReader {
  #unparsed = false;

  line(text: string): boolean {
    if (text.startsWith('::')) {
      const finding = toFinding(text);
      this.groups.addIfAny(finding);
      this.#unparsed ||= finding?.rule === 'parse';
    } else if (BIOME_CHECKED.some((words) => text.startsWith(words))) {
      if (this.#unparsed) this.groups.addProblem('biome counts files that it could not parse twice, and lists them once');
      this.#unparsed = false;
    } else if (text.startsWith('Found ') && this.results.lineNumber - this.groups.lastLine <= MAX_GAP) {
      const found = FOUND.exec(text);
      if (found !== null) this.groups.close(errorsAndWarnings(found[2], found[1]));
    }
    return false;
  }
}

function toFinding(text: string): LintFinding | null {
  const command = COMMAND.exec(text);
  const end = command === null ? -1 : text.indexOf('::', command[0].length);
  if (command === null || end === -1) return null;
  const values = readProperties(text.slice(command[0].length, end));
  const path = values.get('file') || null;
  const title = values.get('title') ?? '';
  const message = firstLine(decode(text.slice(end + 2))).trim() || title;
  if (path === null && (message === '' || STEP_FAILED.test(message))) return null;
  const place = { path, line: findingLine(values.get('line')) };
  const fields = ruleAndMessage(title, withoutPosition(message, path));
  const severity = copSeverity(fields.rule ?? '') ?? (command[1] === 'error' ? 'error' : 'warning');
  return { ...place, ...fields, severity };
}

function readProperties(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const part of text.split(',')) {
    const equals = part.indexOf('=');
    if (equals > 0) values.set(part.slice(0, equals).trim(), decode(part.slice(equals + 1)).trim());
  }
  return values;
}

/** oxlint and ruff repeat the position in the message, where it would make a moved finding a new one. */
function withoutPosition(message: string, path: string | null): string {
  const position = path === null ? null : filePosition(message);
  const repeats = position !== null && (path?.endsWith(position.path) || position.path.endsWith(path ?? ''));
  return repeats ? position.rest : message;
}

/** Tools put the rule into the title, as "ruff (F401)" or alone, or before or after the message: "Cop/Name: ", " (rule)". */
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
    return placed[1] === undefined ? ruleAtEnd(placed[2] ?? '') : { rule: placed[1], message: placed[2] ?? '' };
  return ruleAtEnd(message);
}

function ruleAtEnd(message: string): Pick<LintFinding, 'rule' | 'message'> {
  const opening = message.endsWith(')') ? message.lastIndexOf(' (') : -1;
  const rule = opening > 0 ? message.slice(opening + 2, -1) : '';
  if (/^[a-z][\w@/-]{1,100}$/.test(rule)) return { rule, message: message.slice(0, opening) };
  return { rule: null, message };
}

function decode(text: string): string {
  return text.replace(/%0D/gi, '\r').replace(/%0A/gi, '\n').replace(/%3A/gi, ':').replace(/%2C/gi, ',').replace(/%25/g, '%');
}

export const githubAnnotations: Linter = { id: 'github-annotations', parse: [lines] };
