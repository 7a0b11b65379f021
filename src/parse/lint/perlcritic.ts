// Perlcritic in its numbered verbosities, of which 4 (one file) and 5 (several) are the default. It has no closing
// line; --statistics adds totals. Severity 5, the only one it reports unless asked for more, is an error, all others warnings.
import type { LintFinding } from '../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { CharCode, isDigit } from '../shared/characters.ts';
import { errorsAndWarnings } from './shared/delimited-runs.ts';
import { FindingGroups } from './shared/finding-groups.ts';
import { findingLine } from './shared/finding-line.ts';

const ID = 'perlcritic';
/** Verbosities 10 and 11 explain each finding, which parts the sections; that does no harm. */
const MAX_GAP = 3;
const DIGITS = [...'0123456789'];

const ENDINGS = [...[...'12345'].map((severity) => ` (Severity: ${severity})`), 'source OK', ' violations.', ...DIGITS];

export const perlcritic: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['perlcritic'],
  startsWith: ['Problem while critiquing "', 'Fatal error while critiquing "'],
  positions: true,
  endsWith: ENDINGS,
  prefilter: (text) => mayBeOwn(text) || ENDINGS.some((ending) => text.endsWith(ending)),
  open: (context) => new PerlcriticReader(context),
};

/** Most tools put a blank behind the position; perlcritic has none there, or a bracket in front of it. */
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

class PerlcriticReader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;
  readonly #context: LineContext;
  /** A line that nobody else prints was seen, or a Perl file named: without, places in files are another tool's. */
  #isSure = false;
  /** Verbosities 1 to 3 do not tell the severity. */
  #tellsSeverity = true;
  /** A finding in a form of the user's own making was seen. */
  #hasUnread = false;
  #statistics: Statistics | null = null;

  constructor(context: LineContext) {
    this.#groups = new FindingGroups(ID, MAX_GAP, context.shelf);
    this.#context = context;
  }

  line(text: string, lineNumber: number): boolean {
    if (this.#statistics !== null) {
      if (this.#belowStatistics(this.#statistics, text, lineNumber)) return true;
      this.#close(this.#statistics);
    }
    const last = text.charAt(text.length - 1);
    if (last === ')' && text.includes('(Severity: ', text.length - SEVERITY_LENGTH)) this.#withSeverity(text, lineNumber);
    else if (last === 'K' && text.endsWith('source OK')) this.#clean(text, lineNumber);
    else if (last === '.' && text.endsWith(' violations.')) this.#beginStatistics(text, lineNumber);
    else if (text.startsWith('Problem while ') || text.startsWith('Fatal error while ')) this.#broken(lineNumber);
    else this.#withoutSeverity(text, lineNumber);
    return this.#statistics !== null;
  }

  end(): LintSection[] {
    if (this.#statistics !== null) this.#close(this.#statistics);
    const sections = this.#isSure ? this.#groups.end() : [];
    if (this.#hasUnread)
      for (const { problems } of sections) problems.push('perlcritic printed findings in a form that is not its own');
    return sections;
  }

  #withSeverity(text: string, lineNumber: number): void {
    const severity = text.endsWith('5)') ? 'error' : 'warning';
    const told = text.slice(0, -SEVERITY_LENGTH);
    const [, policyBelow] = POLICY_BELOW.exec(told) ?? [];
    const [, before, line] = AT_LINE.exec(policyBelow === undefined ? told : this.#context.before(1)) ?? [];
    if (before === undefined) {
      this.#hasUnread = true;
      return;
    }
    this.#isSure = true;
    const [, rule = policyBelow ?? null, named = before] = POLICY_BEFORE.exec(before) ?? [];
    this.#groups.add({ ...pathAndMessage(named), line: findingLine(line), rule, severity }, lineNumber);
  }

  #withoutSeverity(text: string, lineNumber: number): void {
    const finding = placeBehind(text) ?? (mayBeOwn(text) ? placeBefore(text) : null);
    if (finding === null) return;
    if (PERL_FILE.test(finding.path)) this.#isSure = true;
    this.#tellsSeverity = false;
    this.#groups.add({ ...finding, rule: null, severity: 'error' }, lineNumber);
  }

  #clean(text: string, lineNumber: number): void {
    const path = text.slice(0, -' source OK'.length);
    if (!PERL_FILE.test(path) && !path.includes('/')) return;
    this.#isSure = true;
    this.#groups.clean(lineNumber);
  }

  #broken(lineNumber: number): void {
    this.#isSure = true;
    this.#groups.clean(lineNumber);
    this.#groups.doubt('perlcritic could not read a file');
  }

  #beginStatistics(text: string, lineNumber: number): void {
    const [, total] = STATISTICS.exec(text) ?? [];
    if (total === undefined || this.#context.before(1) !== '' || !isStatistic(this.#context.before(2))) return;
    this.#isSure = true;
    this.#statistics = { total: toNumber(total), errors: 0, listed: 0, lastLine: lineNumber };
  }

  #belowStatistics(statistics: Statistics, text: string, lineNumber: number): boolean {
    const [, count = '', severity] = OF_SEVERITY.exec(text) ?? [];
    if (severity === undefined) return text === '' || text.startsWith('Violations per ');
    statistics.listed += toNumber(count);
    if (severity === '5') statistics.errors += toNumber(count);
    statistics.lastLine = lineNumber;
    return true;
  }

  #close({ total, errors, listed, lastLine }: Statistics): void {
    this.#statistics = null;
    const totals = this.#tellsSeverity ? errorsAndWarnings(errors, total - errors) : { errors: null, warnings: null, total };
    this.#groups.clean(lastLine);
    if (listed !== total) this.#groups.doubt('perlcritic ended before the last of its statistics');
    this.#groups.close(totals, lastLine);
  }
}

type Placed = Pick<LintFinding, 'line' | 'message'> & { path: string };

function placeBefore(text: string): Placed | null {
  const [, path = '', line, lineInBrackets, message = ''] = PLACE_BEFORE.exec(text) ?? [];
  return path === '' ? null : { path, line: findingLine(line ?? lineInBrackets), message };
}

/** Verbosity 3: "Stricture disabled at lib/Pond.pm line 5"; perl itself puts a full stop behind it. */
function placeBehind(text: string): Placed | null {
  let end = text.length;
  while (end > 0 && isDigit(text.charCodeAt(end - 1))) end -= 1;
  const pathEnd = end - ' line '.length;
  if (end === text.length || text.length - end > 9 || !text.startsWith(' line ', pathEnd)) return null;
  const at = text.lastIndexOf(' at ', pathEnd);
  if (at <= 0) return null;
  return { path: text.slice(at + 4, pathEnd), line: findingLine(text.slice(end)), message: text.slice(0, at) };
}

/** "lib/Pond.pm: message"; verbosities for a single file do not name it, and messages may hold a colon too. */
function pathAndMessage(text: string): Pick<LintFinding, 'path' | 'message'> {
  const colon = text.indexOf(': ');
  const path = text.slice(0, Math.max(0, colon));
  const isPath = path !== '' && (PERL_FILE.test(path) || path.includes('/') || !path.includes(' '));
  return isPath ? { path, message: text.slice(colon + 2) } : { path: null, message: text };
}

/** What stands above the number of violations. */
function isStatistic(text: string): boolean {
  return text.startsWith('Average McCabe score of ') || text.endsWith(' lines of POD.');
}

function toNumber(count: string): number {
  return Number(count.replaceAll(',', ''));
}
