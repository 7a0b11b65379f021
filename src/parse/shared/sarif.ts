// SARIF 2.1 (and 2.0 as far as it is alike) -> the results of each run that are problems.
// Levels are resolved as the standard says (3.27.10); suppressed, absent and non-failing results are left out.
import { countMember, isRecord, recordMember, recordsMember, textMember } from './json-access.ts';

type Json = Readonly<Record<string, unknown>>;
export type SarifLevel = 'error' | 'warning' | 'note';

export interface SarifResult {
  level: SarifLevel;
  ruleId: string | null;
  /** The rule's description in the report; empty when there is none. */
  rule: Json;
  message: string;
  path: string | null;
  line: number | null;
  /** The result as it stands in the report. */
  source: Json;
}

export interface SarifRun {
  tool: string;
  results: SarifResult[];
  problems: string[];
}

export function isSarif(document: unknown): boolean {
  if (!isRecord(document) || !Array.isArray(document.runs)) return false;
  return document.runs.every((run) => isRecord(run) && isRecord(run.tool)) && /^2\./.test(textMember(document, 'version') ?? '');
}

export function sarifRuns(document: unknown): SarifRun[] {
  return isRecord(document) ? recordsMember(document, 'runs').map(readRun) : [];
}

function readRun(run: Json): SarifRun {
  const tool = textMember(recordMember(recordMember(run, 'tool'), 'driver'), 'name') ?? '';
  const rules = new RuleTable(run);
  const results = recordsMember(run, 'results')
    .filter((result) => !isSuppressed(result) && textMember(result, 'baselineState') !== 'absent')
    .map((result) => readResult(result, rules, run))
    .filter((result) => result !== null);
  const failures = notifications(run, rules);
  const problems: string[] = [];
  if (!Array.isArray(run.results)) problems.push(`the report of ${tool} contains no list of results`);
  const broken = recordsMember(run, 'invocations').some(({ executionSuccessful }) => executionSuccessful === false);
  if (broken && failures.length + results.length === 0) problems.push(`${tool} reports that its own run failed`);
  return { tool, results: [...results, ...failures], problems };
}

/** What the tool could not do, such as a file it could not parse, is told beside the results. */
function notifications(run: Json, rules: RuleTable): SarifResult[] {
  const all = recordsMember(run, 'invocations').flatMap((invocation) => [
    ...recordsMember(invocation, 'toolExecutionNotifications'),
    ...recordsMember(invocation, 'toolConfigurationNotifications'),
  ]);
  return all
    .filter((notification) => notification.level === 'error')
    .map((notification) => {
      const rule = { ...notification, ruleId: textMember(recordMember(notification, 'descriptor'), 'id') ?? '' };
      return readResult(rule, rules, run);
    })
    .filter((result) => result !== null);
}

function isSuppressed(result: Json): boolean {
  const suppressions = recordsMember(result, 'suppressions');
  // Version 2.0 has a list of words in its place.
  const states = Array.isArray(result.suppressionStates) ? result.suppressionStates : [];
  if (states.includes('suppressedInSource') || states.includes('suppressedExternally')) return true;
  return suppressions.length > 0 && suppressions.every(({ status }) => status !== 'underReview' && status !== 'rejected');
}

function readResult(result: Json, rules: RuleTable, run: Json): SarifResult | null {
  const rule = rules.ruleOf(result);
  const level = levelOf(result, rule);
  if (level === 'none') return null;
  const ruleId = textMember(result, 'ruleId') ?? textMember(recordMember(result, 'rule'), 'id') ?? textMember(rule, 'id');
  const place = recordMember(recordsMember(result, 'locations')[0] ?? {}, 'physicalLocation');
  return {
    level,
    ruleId: ruleId === '' ? null : ruleId,
    rule,
    message: messageOf(recordMember(result, 'message'), rule),
    path: pathOf(recordMember(place, 'artifactLocation'), run),
    line: countMember(recordMember(place, 'region'), 'startLine') || null,
    source: result,
  };
}

const LEVELS = new Set<unknown>(['error', 'warning', 'note', 'none']);

function levelOf(result: Json, rule: Json): SarifLevel | 'none' {
  const kind = textMember(result, 'kind');
  if (kind !== null && kind !== 'fail') return 'none';
  const configured = recordMember(rule, 'defaultConfiguration');
  const level = [result.level, configured.level].find((candidate) => LEVELS.has(candidate));
  return (level ?? 'warning') as SarifLevel | 'none';
}

/** The first line: what follows are related places, which move when nothing else changes. */
function messageOf(message: Json, rule: Json): string {
  const id = textMember(message, 'id');
  const stored = id === null ? {} : recordMember(recordMember(rule, 'messageStrings'), id);
  const template = textMember(message, 'text') ?? textMember(message, 'markdown') ?? textMember(stored, 'text') ?? '';
  const values = Array.isArray(message.arguments) ? message.arguments : [];
  const filled =
    values.length === 0 ? template : template.replace(/\{(\d{1,3})\}/g, (gap, index) => String(values[index] ?? gap));
  return filled.trim().split(/[\r\n]/, 1)[0] ?? '';
}

function pathOf(location: Json, run: Json): string | null {
  const index = countMember(location, 'index');
  const artifact = index === null ? {} : recordMember(recordsMember(run, 'artifacts')[index] ?? {}, 'location');
  const uri = textMember(location, 'uri') ?? textMember(artifact, 'uri');
  if (uri === null || uri === '') return null;
  const path = uri.replace(/^file:\/\/(?:localhost)?(?=\/)/, '').replace(/^\/(?=[A-Za-z]:\/)/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A result names its rule by id, by index, or by both together with the component that defines it. */
class RuleTable {
  readonly #components: readonly (readonly Json[])[];
  readonly #byId = new Map<string, Json>();

  constructor(run: Json) {
    const tool = recordMember(run, 'tool');
    const components = [recordMember(tool, 'driver'), ...recordsMember(tool, 'extensions')];
    this.#components = components.map((component) => recordsMember(component, 'rules'));
    for (const rule of this.#components.flat()) {
      const id = textMember(rule, 'id');
      if (id !== null && !this.#byId.has(id)) this.#byId.set(id, rule);
    }
  }

  ruleOf(result: Json): Json {
    const reference = recordMember(result, 'rule');
    const extension = countMember(recordMember(reference, 'toolComponent'), 'index');
    const rules = this.#components[extension === null ? 0 : extension + 1] ?? [];
    const index = countMember(reference, 'index') ?? countMember(result, 'ruleIndex');
    const byIndex = index === null ? undefined : rules[index];
    return byIndex ?? this.#byHierarchicalId(textMember(result, 'ruleId') ?? textMember(reference, 'id') ?? '') ?? {};
  }

  /** "CA1000/1" is a kind of the rule "CA1000". */
  #byHierarchicalId(id: string): Json | undefined {
    for (let name = id; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('/')))) {
      const rule = this.#byId.get(name);
      if (rule !== undefined) return rule;
    }
    return undefined;
  }
}
