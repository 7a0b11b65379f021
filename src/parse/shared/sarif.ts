// SARIF 2.1 (and 2.0 where it is the same) -> the failing results of each run.
// Levels follow the standard (3.27.10); suppressed, absent and non-failing results are dropped.
import { countMember, isRecord, type Json, recordMember, recordsMember, textMember, texts } from './json-access.ts';

export type SarifLevel = 'error' | 'warning' | 'note';

export interface SarifResult {
  level: SarifLevel;
  ruleId: string | null;
  /** The rule as the report describes it; empty when it does not. */
  rule: Json;
  message: string;
  path: string | null;
  line: number | null;
  /** The result in the report. */
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
  return recordsMember(document, 'runs').map(readRun);
}

function readRun(run: Json): SarifRun {
  const tool = textMember(run, 'tool.driver.name') ?? '';
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

/** Failures of the tool, such as a file that it could not parse, are listed separately from the results. */
function notifications(run: Json, rules: RuleTable): SarifResult[] {
  const all = recordsMember(run, 'invocations').flatMap((invocation) => [
    ...recordsMember(invocation, 'toolExecutionNotifications'),
    ...recordsMember(invocation, 'toolConfigurationNotifications'),
  ]);
  return all
    .filter((notification) => notification.level === 'error')
    .map((notification) => {
      const rule = { ...notification, ruleId: textMember(notification, 'descriptor.id') ?? '' };
      return readResult(rule, rules, run);
    })
    .filter((result) => result !== null);
}

function isSuppressed(result: Json): boolean {
  const suppressions = recordsMember(result, 'suppressions');
  // Version 2.0 has a list of states instead.
  const states = texts(result.suppressionStates);
  if (states.includes('suppressedInSource') || states.includes('suppressedExternally')) return true;
  return suppressions.length > 0 && suppressions.every(({ status }) => status !== 'underReview' && status !== 'rejected');
}

function readResult(result: Json, rules: RuleTable, run: Json): SarifResult | null {
  const rule = rules.ruleOf(result);
  const level = levelOf(result, rule);
  if (level === 'none') return null;
  const ruleId = textMember(result, 'ruleId') ?? textMember(result, 'rule.id') ?? textMember(rule, 'id');
  const place = recordMember(result, 'locations.0.physicalLocation');
  return {
    level,
    ruleId: ruleId === '' ? null : ruleId,
    rule,
    message: messageOf(recordMember(result, 'message'), rule),
    path: pathOf(recordMember(place, 'artifactLocation'), run),
    line: countMember(place, 'region.startLine') || null,
    source: result,
  };
}

const LEVELS = new Set<unknown>(['error', 'warning', 'note', 'none']);

function levelOf(result: Json, rule: Json): SarifLevel | 'none' {
  const kind = textMember(result, 'kind');
  if (kind !== null && kind !== 'fail') return 'none';
  const level = [result.level, textMember(rule, 'defaultConfiguration.level')].find((candidate) => LEVELS.has(candidate));
  return (level ?? 'warning') as SarifLevel | 'none';
}

/** The first line: the others are related places, which move without a change of the finding. */
function messageOf(message: Json, rule: Json): string {
  const stored = recordMember(rule, 'messageStrings')[textMember(message, 'id') ?? ''];
  const template = textMember(message, 'text') ?? textMember(message, 'markdown') ?? textMember(stored, 'text') ?? '';
  const values = Array.isArray(message.arguments) ? message.arguments : [];
  const filled =
    values.length === 0 ? template : template.replace(/\{(\d{1,3})\}/g, (gap, index) => String(values[index] ?? gap));
  return filled.trim().split(/[\r\n]/, 1)[0] ?? '';
}

function pathOf(location: Json, run: Json): string | null {
  const index = countMember(location, 'index');
  const uri = textMember(location, 'uri') ?? textMember(run, `artifacts.${index}.location.uri`);
  if (uri === null || uri === '') return null;
  const path = uri.replace(/^file:\/\/(?:localhost)?(?=\/)/, '').replace(/^\/(?=[A-Za-z]:\/)/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A result refers to its rule by id, by index, or by both together with the component that defines it. */
class RuleTable {
  readonly #components: readonly (readonly Json[])[];
  readonly #byId = new Map<string, Json>();

  constructor(run: Json) {
    const components = [recordMember(run, 'tool.driver'), ...recordsMember(run, 'tool.extensions')];
    this.#components = components.map((component) => recordsMember(component, 'rules'));
    for (const rule of this.#components.flat()) {
      const id = textMember(rule, 'id');
      if (id !== null && !this.#byId.has(id)) this.#byId.set(id, rule);
    }
  }

  ruleOf(result: Json): Json {
    const extension = countMember(result, 'rule.toolComponent.index');
    const rules = this.#components[extension === null ? 0 : extension + 1] ?? [];
    const index = countMember(result, 'rule.index') ?? countMember(result, 'ruleIndex');
    const byIndex = index === null ? undefined : rules[index];
    return byIndex ?? this.#byHierarchicalId(textMember(result, 'ruleId') ?? textMember(result, 'rule.id') ?? '') ?? {};
  }

  /** "CA1000/1" is a variant of the rule "CA1000". */
  #byHierarchicalId(id: string): Json | undefined {
    for (let name = id; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('/')))) {
      const rule = this.#byId.get(name);
      if (rule !== undefined) return rule;
    }
    return undefined;
  }
}
