// perlcritic in its numbered verbosities, of which 4 (one file) and 5 (several) are the default. It has no closing line;
// --statistics adds totals. Severity 5, the only one reported by default, is an error, all others are warnings.

import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import { CharCode, isDigit } from '../../../parse/shared/characters.ts';
import type { Linter } from '../../tool.ts';
import { errorsAndWarnings } from '../shared/delimited-runs.ts';
import { findingLine } from '../shared/finding-fields.ts';
import { GroupReader } from '../shared/finding-groups.ts';

/** Verbosities 10 and 11 explain each finding, which splits the sections; that is harmless. */
const MAX_GAP = 3;
const ENDINGS = [...[...'12345'].map((severity) => ` (Severity: ${severity})`), 'source OK', ' violations.', ...'0123456789'];

const lines: LineParser<LintSection> = {
  id: 'perlcritic',
  form: 'lines',
  commands: ['perlcritic'],
  startsWith: ['Problem while critiquing "', 'Fatal error while critiquing "'],
  positions: true,
  endsWith: ENDINGS,
  prefilter: (text) => mayBeOwn(text) || ENDINGS.some((ending) => text.endsWith(ending)),
  open: (results) => new PerlcriticReader(results, MAX_GAP),
};

/** Most tools put a space after the position; perlcritic puts none, or a parenthesis around the position. */
function mayBeOwn(text: string): boolean {
  const colon = text.indexOf(':');
  if (text.charCodeAt(colon + 1) === CharCode.SPACE)
    return text.charCodeAt(colon + 2) === CharCode.LEFT_PAREN || text.charCodeAt(colon - 1) === CharCode.QUOTE;
  const third = text.indexOf(':', text.indexOf(':', colon + 1) + 1);
  return text.charCodeAt(third + 1) > CharCode.SPACE;
}

const SEVERITY_LENGTH = ' (Severity: 5)'.length;
/** "Stricture disabled at line 5, column 14.  See page 429", "Stricture disabled at line 5 near 'no strict" */
const AT_LINE = /^(.{1,1000}?) at line (\d{1,9})(?:, column \d{1,9}\.|,? near ')/;
/** "[InputOutput::ProhibitTwoArgOpen] " before the message, or below it and alone */
const POLICY_BEFORE = /^\[([A-Z]\w{0,60}(?:::\w{1,60}){1,9})\] (.+)$/;
const POLICY_BELOW = /^ {2}([A-Z]\w{0,60}(?:::\w{1,60}){1,9})$/;
/** Verbosity 1: "lib/Pond.pm:5:17:message"; 2: "lib/Pond.pm: (5:17) message" */
const PLACE_BEFORE = /^([^:]{1,1000}):(?:(\d{1,9}):\d{1,9}:| \((\d{1,9}):\d{1,9}\) )(\S.*)$/;
const PERL_FILE = /\.(?:pl|pm|t|PL|plx|psgi|cgi)$/;
const STATISTICS = /^([\d,]{1,13}) violations\.$/;
const OF_SEVERITY = /^ {0,12}([\d,]{1,13}) severity ([1-5]) violations\.$/;

interface Statistics {
  total: number;
  /** Severity 5. */
  errors: number;
  listed: number;
  lastLine: number;
}

class PerlcriticReader extends GroupReader {
  /** A line that only perlcritic prints was seen, or the name of a Perl file; otherwise positions belong to another tool. */
  #isCertain = false;
  /** Verbosities 1 to 3 print no severity. */
  #hasSeverities = true;
  /** A finding in a custom format was seen. */
  #hasCustomFormat = false;
  #statistics: Statistics | null = null;
  readonly #sections = this.results.list<LintSection>();

  line(text: string): boolean {
    if (this.#statistics !== null) {
      if (this.#belowStatistics(this.#statistics, text)) return true;
      this.#close(this.#statistics);
    }
    const last = text.charAt(text.length - 1);
    if (last === ')' && text.includes('(Severity: ', text.length - SEVERITY_LENGTH)) this.#withSeverity(text);
    else if (last === 'K' && text.endsWith('source OK')) this.#clean(text);
    else if (last === '.' && text.endsWith(' violations.')) this.#beginStatistics(text);
    else if (text.startsWith('Problem while ') || text.startsWith('Fatal error while ')) this.#failed();
    else this.#withoutSeverity(text);
    return this.#statistics !== null;
  }

  override end(): void {
    if (this.#statistics !== null) this.#close(this.#statistics);
    super.end();
    if (!this.#hasCustomFormat) return;
    for (const { problems } of this.#sections) problems.push('perlcritic printed findings in a custom format');
  }

  protected override accepts(section: LintSection): boolean {
    this.#sections.push(section);
    return this.#isCertain;
  }

  #withSeverity(text: string): void {
    const severity = text.endsWith('5)') ? 'error' : 'warning';
    const rest = text.slice(0, -SEVERITY_LENGTH);
    const [, policyBelow] = POLICY_BELOW.exec(rest) ?? [];
    const [, before, line] = AT_LINE.exec(policyBelow === undefined ? rest : this.results.before(1)) ?? [];
    if (before === undefined) {
      this.#hasCustomFormat = true;
      return;
    }
    this.#isCertain = true;
    const [, rule = policyBelow ?? null, named = before] = POLICY_BEFORE.exec(before) ?? [];
    this.groups.add({ ...pathAndMessage(named), line: findingLine(line), rule, severity });
  }

  #withoutSeverity(text: string): void {
    const finding = placeAtEnd(text) ?? (mayBeOwn(text) ? placeAtStart(text) : null);
    if (finding === null) return;
    if (PERL_FILE.test(finding.path)) this.#isCertain = true;
    this.#hasSeverities = false;
    this.groups.add({ ...finding, rule: null, severity: 'error' });
  }

  #clean(text: string): void {
    const path = text.slice(0, -' source OK'.length);
    if (!PERL_FILE.test(path) && !path.includes('/')) return;
    this.#isCertain = true;
    this.groups.addClean();
  }

  #failed(): void {
    this.#isCertain = true;
    this.groups.addClean();
    this.groups.addProblem('perlcritic could not read a file');
  }

  #beginStatistics(text: string): void {
    const [, total] = STATISTICS.exec(text) ?? [];
    if (total === undefined || this.results.before(1) !== '' || !isStatistic(this.results.before(2))) return;
    this.#isCertain = true;
    this.#statistics = { total: toNumber(total), errors: 0, listed: 0, lastLine: this.results.lineNumber };
  }

  #belowStatistics(statistics: Statistics, text: string): boolean {
    const [, count = '', severity] = OF_SEVERITY.exec(text) ?? [];
    if (severity === undefined) return text === '' || text.startsWith('Violations per ');
    statistics.listed += toNumber(count);
    if (severity === '5') statistics.errors += toNumber(count);
    statistics.lastLine = this.results.lineNumber;
    return true;
  }

  #close({ total, errors, listed, lastLine }: Statistics): void {
    this.#statistics = null;
    const totals = this.#hasSeverities ? errorsAndWarnings(errors, total - errors) : { errors: null, warnings: null, total };
    this.groups.addClean(lastLine);
    if (listed !== total) this.groups.addProblem('perlcritic ended before the last of its statistics');
    this.groups.close(totals, lastLine);
  }
}

type Placed = Pick<LintFinding, 'line' | 'message'> & { path: string };

function placeAtStart(text: string): Placed | null {
  const [, path = '', line, lineInBrackets, message = ''] = PLACE_BEFORE.exec(text) ?? [];
  return path === '' ? null : { path, line: findingLine(line ?? lineInBrackets), message };
}

/** Verbosity 3: "Stricture disabled at lib/Pond.pm line 5"; perl itself adds a full stop. */
function placeAtEnd(text: string): Placed | null {
  let end = text.length;
  while (end > 0 && isDigit(text.charCodeAt(end - 1))) end -= 1;
  const pathEnd = end - ' line '.length;
  if (end === text.length || text.length - end > 9 || !text.startsWith(' line ', pathEnd)) return null;
  const at = text.lastIndexOf(' at ', pathEnd);
  if (at <= 0) return null;
  return { path: text.slice(at + 4, pathEnd), line: findingLine(text.slice(end)), message: text.slice(0, at) };
}

/** "lib/Pond.pm: message"; verbosities for a single file do not name it, and messages may contain a colon too. */
function pathAndMessage(text: string): Pick<LintFinding, 'path' | 'message'> {
  const colon = text.indexOf(': ');
  const path = text.slice(0, Math.max(0, colon));
  const isPath = path !== '' && (PERL_FILE.test(path) || path.includes('/') || !path.includes(' '));
  return isPath ? { path, message: text.slice(colon + 2) } : { path: null, message: text };
}

/** The lines above the number of violations. */
function isStatistic(text: string): boolean {
  return text.startsWith('Average McCabe score of ') || text.endsWith(' lines of POD.');
}

function toNumber(count: string): number {
  return Number(count.replaceAll(',', ''));
}

export const perlcritic: Linter = { id: 'perlcritic', parse: [lines] };
