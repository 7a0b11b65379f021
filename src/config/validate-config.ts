// Validates a parsed hydra.toml, or reports the first error in the file.
import {
  type ConfigFile,
  configFileSchema,
  type ErrorPlace,
  type HydraError,
  hydraError,
  isDimensionId,
  OTHER_FINDINGS,
  parseMetricRead,
} from '../contract/index.ts';
import { INTEGRITY_RULES } from '../judge/index.ts';
import { PROFILE_IDS } from '../profiles/index.ts';
import { choicesOf, expectedText, keysOf, nameRule, pathsOfKey, shapeAt, takesAnyName } from './config-shape.ts';
import type { TomlDocument, TomlEntry, TomlPosition, TomlValue } from './parse-toml.ts';
import { PRESET_IDS } from './presets.ts';
import { closestName } from './suggest.ts';
import { abridge, formatKey, formatValue, type KeyPath } from './toml-text.ts';
import { unusableText } from './unusable-text.ts';

type Issue = NonNullable<ReturnType<typeof configFileSchema.safeParse>['error']>['issues'][number];

/** An error and its location; only the first in the file is reported. */
interface Problem {
  at: TomlPosition;
  toError(place: ErrorPlace): HydraError;
}

export function validateConfig(document: TomlDocument, file: string): ConfigFile {
  const { error } = configFileSchema.safeParse(document.value);
  const problems = [
    ...(error?.issues ?? []).flatMap((issue) => problemsOf(issue, document)),
    ...forbiddenNames(document),
    ...unknownProfile(document),
    ...unknownPreset(document),
    ...unknownTargets(document),
    ...metricsWithTakenNames(document),
    ...unusableReads(document),
    ...unknownRules(document),
    ...unusableTexts(document),
  ].sort((a, b) => a.at.offset - b.at.offset);
  const [first] = problems;
  if (first !== undefined) throw first.toError({ file, line: first.at.line, column: first.at.column });
  return configFileSchema.parse(document.value);
}

function problemsOf(issue: Issue, document: TomlDocument): Problem[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey([...path, key], document));
  if (issue.code === 'invalid_key') return [invalidName(path, document)];
  return [invalidValue(path, document)];
}

function unknownKey(path: KeyPath, document: TomlDocument): Problem {
  return {
    at: nearestEntry(path, document)?.keyAt ?? TOP,
    toError: (place) =>
      hydraError(
        'config_unknown_key',
        { key: abridge(formatKey(path)), suggestion: keySuggestion(path) },
        { place, value: abridge(formatKey(path.slice(-1))) },
      ),
  };
}

function keySuggestion(path: KeyPath): string {
  const above = path.slice(0, -1);
  const name = String(path.at(-1));
  const allowed = keysOf(shapeAt(above));
  const close = closestName(name, allowed);
  if (close !== undefined) return `Did you mean \`${formatKey([...above, close])}\`?`;
  const [elsewhere, ...others] = pathsOfKey(name);
  if (elsewhere !== undefined && others.length === 0) return `Did you mean \`${formatKey(elsewhere)}\`?`;
  const where = above.length === 0 ? 'at the top level' : `under [${abridge(formatKey(above))}]`;
  return `Keys allowed ${where}: ${listNames(allowed)}.`;
}

function invalidName(path: KeyPath, document: TomlDocument, rule?: string): Problem {
  const above = path.slice(0, -1);
  return {
    at: nearestEntry(path, document)?.keyAt ?? TOP,
    toError: (place) =>
      hydraError(
        'config_invalid_name',
        { name: abridge(String(path.at(-1))), table: abridge(formatKey(above)), rule: rule ?? nameRule(shapeAt(above)) },
        { place, value: abridge(formatKey(path.slice(-1))) },
      ),
  };
}

/** zod silently drops `__proto__` from tables with user-defined names. */
function forbiddenNames(document: TomlDocument): Problem[] {
  return document.entries
    .filter(({ path }) => path.at(-1) === '__proto__' && takesAnyName(shapeAt(path.slice(0, -1))))
    .map(({ path }) => invalidName(path, document));
}

/** The entries of the tables under [scoring.metrics], or of one key in each. */
function metricEntries(document: TomlDocument, key: string | null): TomlEntry[] {
  return document.entries.filter(({ path: [scoring, metrics, name, ...rest] }) => {
    const isMetric = scoring === 'scoring' && metrics === 'metrics' && typeof name === 'string';
    return isMetric && (key === null ? rest.length === 0 : rest.length === 1 && rest[0] === key);
  });
}

/** In results, metrics are listed beside the dimensions and the total. */
function metricsWithTakenNames(document: TomlDocument): Problem[] {
  return metricEntries(document, null)
    .filter(({ path }) => isDimensionId(String(path[2])) || path[2] === 'total')
    .map(({ path }) => invalidName(path, document, 'Choose another name; results have this one already.'));
}

function unusableReads(document: TomlDocument): Problem[] {
  return metricEntries(document, 'read').flatMap(({ path, value, valueAt, text }): Problem[] => {
    const read = typeof value === 'string' && value !== '' ? parseMetricRead(value) : null;
    if (read?.kind !== 'invalid') return [];
    const details = { key: abridge(formatKey(path)), problem: read.problem };
    return [
      { at: valueAt, toError: (place) => hydraError('config_metric_read', details, { place, value: abridge(text ?? '') }) },
    ];
  });
}

function invalidValue(path: KeyPath, document: TomlDocument): Problem {
  const entry = document.find(path);
  return {
    at: entry?.valueAt ?? nearestEntry(path, document)?.keyAt ?? TOP,
    toError: (place) => {
      const value = entry?.text === undefined || entry.text === null ? undefined : abridge(entry.text);
      return invalidValueError(path, entry?.value, actualText(entry), { place, value });
    },
  };
}

/** Also for values from a flag, which have no location. */
export function invalidValueError(
  path: KeyPath,
  value: unknown,
  actual: string,
  context: { place?: ErrorPlace; value: string | undefined },
): HydraError {
  const shape = shapeAt(path);
  const details = { key: abridge(formatKey(path)), expected: expectedText(shape), actual };
  const meant = typeof value === 'string' ? closestName(value, choicesOf(shape)) : undefined;
  if (meant === undefined) return hydraError('config_invalid_value', details, context);
  return hydraError('config_misspelt_value', { ...details, suggestion: formatValue(meant) }, context);
}

function actualText(entry: TomlEntry | undefined): string {
  if (entry === undefined) return 'nothing';
  if (entry.text === null) return Array.isArray(entry.value) ? 'a list of tables' : 'a table';
  return `${abridge(entry.text)}${numberFault(entry.value, entry.text)}`;
}

/** Why a number is rejected that looks valid. */
function numberFault(value: TomlValue, text: string): string {
  if (typeof value === 'bigint' || (value === Number.POSITIVE_INFINITY && /\d/.test(text))) return ', which is too large';
  return typeof value === 'number' && !Number.isFinite(value) ? ', which is not a finite number' : '';
}

function unknownProfile(document: TomlDocument): Problem[] {
  const entry = document.find(['scoring', 'profile']);
  if (typeof entry?.value !== 'string' || isProfileId(entry.value)) return [];
  const name = entry.value;
  return [{ at: entry.valueAt, toError: (place) => unknownProfileError(name, { place, value: abridge(entry.text ?? '') }) }];
}

export function unknownProfileError(name: string, context: { place?: ErrorPlace; value: string }): HydraError {
  const suggestion = `${questionAfter(name, PROFILE_IDS)}Profiles: ${listNames(PROFILE_IDS)}.`;
  return hydraError('config_unknown_profile', { profile: abridge(name), suggestion }, context);
}

function questionAfter(name: string, known: readonly string[]): string {
  const close = closestName(name, known);
  return close === undefined ? '' : `Did you mean \`${close}\`? `;
}

function unknownPreset(document: TomlDocument): Problem[] {
  const entry = document.find(['scoring', 'preset']);
  if (typeof entry?.value !== 'string' || PRESET_IDS.includes(entry.value)) return [];
  const preset = abridge(entry.value);
  const suggestion = `${questionAfter(entry.value, PRESET_IDS)}Presets: ${listNames(PRESET_IDS)}.`;
  const value = abridge(entry.text ?? '');
  return [
    { at: entry.valueAt, toError: (place) => hydraError('config_unknown_preset', { preset, suggestion }, { place, value }) },
  ];
}

/** A required target that does not exist would fail the gate of every candidate. */
function unknownTargets(document: TomlDocument): Problem[] {
  const [required, targets] = [
    ['scoring', 'build', 'required'],
    ['scoring', 'build', 'targets'],
  ].map((path) => document.find(path));
  const names = isTable(targets?.value) ? Object.keys(targets.value) : [];
  const asked = Array.isArray(required?.value) ? required.value : [];
  const unknown = asked.find((name) => typeof name === 'string' && !names.includes(name));
  if (required === undefined || typeof unknown !== 'string') return [];
  const suggestion =
    names.length === 0
      ? 'Add the target under [scoring.build.targets].'
      : `${questionAfter(unknown, names)}Targets: ${listNames(names)}.`;
  const value = abridge(required.text ?? '');
  const details = { target: abridge(unknown), suggestion };
  return [{ at: required.valueAt, toError: (place) => hydraError('config_unknown_target', details, { place, value }) }];
}

const KNOWN_FINDINGS: readonly { id: string; scope: string }[] = [...INTEGRITY_RULES, ...OTHER_FINDINGS];

/** A misspelt id would change nothing, and so would a path for a rule whose findings have none. */
function unknownRules(document: TomlDocument): Problem[] {
  const named = document.entries.filter(
    ({ path: [scoring, integrity, table, , ...rest] }) =>
      scoring === 'scoring' && integrity === 'integrity' && (table === 'severity' || table === 'allow') && rest.length === 0,
  );
  return named.flatMap(({ path, keyAt }): Problem[] => {
    if (path.length !== 4) return [];
    const id = String(path[3]);
    const rule = KNOWN_FINDINGS.find((each) => each.id === id);
    if (rule === undefined) return [{ at: keyAt, toError: (place) => unknownRuleError(id, place) }];
    if (path[2] === 'severity' || rule.scope === 'file') return [];
    const advice = `Set ${id} = "info" under [scoring.integrity.severity] to allow it.`;
    return [invalidName(path, document, `The rule is about a candidate as a whole, not about a path. ${advice}`)];
  });
}

function unknownRuleError(id: string, place: ErrorPlace): HydraError {
  const question = questionAfter(
    id,
    KNOWN_FINDINGS.map((known) => known.id),
  );
  const suggestion = `${question}docs/integrity.md lists the ids of the rules.`;
  return hydraError('config_unknown_rule', { rule: abridge(id), suggestion }, { place, value: abridge(formatKey([id])) });
}

/** Names that the user chooses are checked like values. */
function unusableTexts(document: TomlDocument): Problem[] {
  return document.entries.flatMap(({ path, value, keyAt, valueAt, text }): Problem[] => {
    const name = path.at(-1);
    const ofName = typeof name === 'string' ? unusableText(['name'], name) : null;
    const fault = ofName ?? (typeof value === 'string' && value !== '' ? unusableText(path, value) : null);
    if (fault === null) return [];
    const details = { key: abridge(formatKey(path)), ...fault };
    const shown = abridge(ofName === null ? (text ?? '') : formatKey(path.slice(-1)));
    return [
      {
        at: ofName === null ? valueAt : keyAt,
        toError: (place) => hydraError('config_unusable_text', details, { place, value: shown }),
      },
    ];
  });
}

function isTable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isProfileId(name: string): name is (typeof PROFILE_IDS)[number] {
  return (PROFILE_IDS as readonly string[]).includes(name);
}

const TOP: TomlPosition = { offset: 0, line: 1, column: 1 };

/** A missing key has no location, but the table that lacks it has. */
function nearestEntry(path: KeyPath, document: TomlDocument): TomlEntry | undefined {
  if (path.length === 0) return undefined;
  return document.find(path) ?? nearestEntry(path.slice(0, -1), document);
}

function listNames(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
