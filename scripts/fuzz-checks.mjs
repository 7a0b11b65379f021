// Invariants of every summary, whatever the input.
import { below, FORGED_LINES, joined, linesOf, pick } from './fuzz-logs.mjs';

/** @typedef {import('./fuzz-logs.mjs').Log} Log */
/** @typedef {import('./fuzz-logs.mjs').Random} Random */
/** @typedef {import('../src/contract/index.ts').Summary} Summary */
/** @typedef {Pick<Log, 'kind' | 'exit' | 'command'>} Circumstances */

/**
 * The code under test: from src/ in tests, from dist/ in the fuzzer, which is faster.
 * @typedef {object} Subject
 * @property {typeof import('../src/tools/parsers.ts').openOutputParser} openOutputParser
 * @property {typeof import('../src/contract/index.ts').summarySchema} summarySchema
 * @property {(kind: import('./fuzz-logs.mjs').ParseKind, bytes: Uint8Array) => import('../src/parse/section.ts').Section[]} readSections
 */

/**
 * @param {Subject} subject
 * @param {Circumstances} circumstances
 * @param {Iterable<Uint8Array>} chunks
 * @returns {Summary}
 */
export function summaryOf({ openOutputParser }, { kind, command, exit }, chunks) {
  const parser = openOutputParser({ kind, command });
  for (const chunk of chunks) parser.push(chunk);
  return parser.end(exit);
}

/** Splits into pieces of random length. */
export function* piecesOf(/** @type {Random} */ random, /** @type {Buffer} */ bytes) {
  const longest = pick(random, [1, 3, 17, 200, 5000]);
  for (let at = 0; at < bytes.length; ) {
    const length = 1 + below(random, longest);
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

/**
 * Violated invariants, as sentences.
 * @param {Subject} subject
 * @param {Random} random
 * @param {Circumstances} circumstances
 * @param {Buffer} bytes
 * @returns {string[]}
 */
export function faultsOf(subject, random, circumstances, bytes) {
  /** @type {Summary} */
  let summary;
  try {
    summary = summaryOf(subject, circumstances, [bytes]);
  } catch (error) {
    return [`threw ${error instanceof Error ? error.stack : error}`];
  }
  const faults = [...schemaFaults(subject, summary), ...countFaults(summary), ...noteFaults(summary)];
  const inPieces = summaryOf(subject, circumstances, piecesOf(random, bytes));
  if (JSON.stringify(inPieces) !== JSON.stringify(summary)) faults.push('the summary depends on how the input is split');
  return faults;
}

/** @returns {string[]} */
function schemaFaults(/** @type {Subject} */ { summarySchema }, /** @type {Summary} */ summary) {
  const checked = summarySchema.safeParse(summary);
  return checked.success ? [] : [`does not match the schema: ${checked.error.message}`];
}

/** @returns {string[]} */
function countFaults(/** @type {Summary} */ summary) {
  if (summary.kind === 'test') return testFaults(summary);
  return summary.kind === 'lint' ? lintFaults(summary) : securityFaults(summary);
}

/** @returns {string[]} */
function testFaults(/** @type {import('../src/contract/index.ts').TestSummary} */ summary) {
  const { passed, failed, skipped, total, tests, precision } = summary;
  const faults = [];
  if (total !== passed + failed + skipped) faults.push(`${total} is not ${passed} + ${failed} + ${skipped}`);
  if (new Set(tests.map(({ id }) => id)).size !== tests.length) faults.push('two tests have the same id');
  for (const status of /** @type {const} */ (['passed', 'failed', 'skipped'])) {
    const listed = tests.filter((test) => test.status === status).length;
    if (precision === 'exact' && listed !== summary[status]) faults.push(`exact, with ${listed} of ${summary[status]} ${status}`);
    if (precision === 'totals' && listed > summary[status]) faults.push(`totals, with ${listed} of ${summary[status]} ${status}`);
  }
  return faults;
}

/** @returns {string[]} */
function lintFaults(/** @type {import('../src/contract/index.ts').LintSummary} */ { errors, warnings, findings, precision }) {
  const listedErrors = findings.filter(({ severity }) => severity === 'error').length;
  const listedWarnings = findings.length - listedErrors;
  if (precision === 'exact' && (listedErrors !== errors || listedWarnings !== warnings)) {
    return [`exact, with ${listedErrors} of ${errors} errors and ${listedWarnings} of ${warnings} warnings`];
  }
  if (precision === 'totals' && (listedErrors > errors || listedWarnings > warnings))
    return ['totals, with more findings than that'];
  return [];
}

/** @returns {string[]} */
function securityFaults(/** @type {import('../src/contract/index.ts').SecuritySummary} */ { total, advisories, precision }) {
  if (precision === 'exact' && advisories.length !== total) return [`exact, with ${advisories.length} of ${total} advisories`];
  return precision === 'totals' && advisories.length > total ? ['totals, with more advisories than that'] : [];
}

/** @returns {string[]} */
function noteFaults(/** @type {Summary} */ { precision, notes }) {
  if (precision === 'exact') return notes.length === 0 ? [] : ['exact, with notes'];
  return notes.length > 0 ? [] : [`${precision}, without a note`];
}

/** Gradle and TeamCity print no totals; those of Swift Testing may or may not include skipped tests. */
const STATE_NO_TOTALS = new Set(['gradle', 'teamcity', 'swift-testing']);

/**
 * The first and last line of the run in a console log that prints totals; null without such a run, with overwritten lines, or
 * with output of a second tool.
 * @param {Subject} subject
 * @param {Log} log
 * @returns {[number, number] | null}
 */
export function runLines({ readSections }, { kind, bytes }) {
  if (bytes.includes('\r') || '<{['.includes(bytes.toString('latin1', 0, 1))) return null;
  const sections = readSections(kind, bytes);
  const [section] = sections;
  if (sections.length !== 1 || section === undefined || STATE_NO_TOTALS.has(section.parser)) return null;
  return section.lastLine > section.firstLine ? [section.firstLine, section.lastLine] : null;
}

/**
 * Inserts lines into a complete run that its tests might have printed.
 * @param {Random} random
 * @param {Buffer} bytes
 * @param {[number, number]} run
 */
export function withForgedLines(random, bytes, [firstLine, lastLine]) {
  const lines = linesOf(bytes);
  // A line that makes up most of the log is a report; inserting it again would add a second run.
  const own = lines.filter(({ length }) => length < bytes.length / 3);
  const forged = own.length > 0 && random() < 0.3 ? [pick(random, own)] : [pick(random, FORGED_LINES)];
  if (random() < 0.2) forged.push(pick(random, FORGED_LINES));
  const at = firstLine + below(random, Math.max(1, lastLine - firstLine));
  lines.splice(at, 0, ...forged.map((line) => Buffer.from(line).toString('latin1')));
  return joined(lines);
}

/**
 * Reports a summary that claims to be reliable and differs from the totals of the runner.
 * @param {Subject} subject
 * @param {Log} log
 * @param {Buffer} bytes
 * @returns {string[]}
 */
export function forgeryFaults(subject, log, bytes) {
  const real = summaryOf(subject, log, [log.bytes]);
  const read = summaryOf(subject, log, [bytes]);
  if (read.kind !== 'test' || real.kind !== 'test') return [];
  if (read.precision !== 'exact' && read.precision !== 'totals') return [];
  const counts = (/** @type {typeof read} */ { passed, failed, skipped }) => `${passed}/${failed}/${skipped}`;
  return counts(read) === counts(real) ? [] : [`${read.parser} says ${counts(read)} (${read.precision}) for ${counts(real)}`];
}
