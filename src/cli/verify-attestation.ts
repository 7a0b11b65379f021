// `hydra verify --attestation`: compares each statement of a file with the stored run.
import { createHash } from 'node:crypto';
import { compareStatement, namesSha256, type StatementDifference, statementsOf } from '../attest/index.ts';
import type { GivenStatement, Statement } from '../contract/index.ts';
import { visibleText } from '../report/index.ts';
import { locateRun, readAttestedRun, readCandidateTree, verifyRun } from '../runs/index.ts';
import type { Outcome } from './exit-code.ts';
import { readAttestation } from './read-attestation.ts';

const SIGNED = 'Hydra does not check signatures: use `gh attestation verify` or `cosign verify-blob-attestation`.';
const NOT_SIGNED = 'The statements are not signed.';

/** Exit code 0: every statement is what the run gives. Exit code 1: each difference is listed. */
export async function verifyAttestation(run: string | undefined, file: string): Promise<Outcome> {
  const { statements, isSigned } = readAttestation(file);
  const folder = await locateRun(process.cwd(), run ?? null);
  const faults = verifyRun(folder);
  if (faults.length > 0) {
    const listed = faults.map((fault) => `  ${visibleText(fault)}\n`).join('');
    return { text: `Run ${folder.id} was changed, so that no statement can be checked:\n${listed}`, exitCode: 1 };
  }
  const attested = readAttestedRun(folder);
  const { winner } = attested.scorecard;
  const needsTree = typeof winner === 'string' && statements.some(namesSha256);
  const tree = needsTree ? sha256Of(await readCandidateTree(process.cwd(), folder, winner)) : null;
  const expected = statementsOf(attested);
  const judged = statements.map((statement) => judge(statement, expected, tree));
  const lines = [
    `Run ${folder.id}, winner ${winner ?? 'none'}:`,
    ...judged.flatMap(({ text }) => text.map((line) => `  ${line}`)),
    isSigned ? SIGNED : NOT_SIGNED,
  ];
  return { text: `${lines.join('\n')}\n`, exitCode: judged.every(({ matches }) => matches) ? 0 : 1 };
}

const MAX_LISTED = 20;

function judge(given: GivenStatement, expected: readonly Statement[], tree: string | null): { text: string[]; matches: boolean } {
  const name = shortName(given.predicateType);
  const counterpart = expected.find(({ predicateType }) => predicateType === given.predicateType);
  if (counterpart === undefined) {
    const why = expected.length === 0 ? 'the run has no winner' : 'the winner has no test results';
    return { text: [`${name}: ${why}, so that this statement is not about it`], matches: false };
  }
  const differences = compareStatement(given, counterpart, tree);
  if (differences.length === 0) return { text: [`${name}: matches the run`], matches: true };
  const listed = differences.slice(0, MAX_LISTED).map((difference) => `  ${differenceText(difference)}`);
  const more = differences.length > MAX_LISTED ? [`  and ${differences.length - MAX_LISTED} more`] : [];
  const count = differences.length === 1 ? '1 difference' : `${differences.length} differences`;
  return { text: [`${name}: ${count}`, ...listed, ...more], matches: false };
}

/** `svr/v0.2` of `https://in-toto.io/attestation/svr/v0.2`. */
function shortName(type: string): string {
  return type.split('/').slice(-2).join('/');
}

function differenceText({ path, found, expected }: StatementDifference): string {
  const where = visibleText(path);
  if (found === undefined) return `${where} is missing; the run has ${valueText(expected)}`;
  if (expected === undefined) return `${where} is ${valueText(found)}; the run has no such value`;
  return `${where} is ${valueText(found)}; the run has ${valueText(expected)}`;
}

const MAX_VALUE_LENGTH = 120;

/** A list or an object may be too deep to print. */
function valueText(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = visibleText(JSON.stringify(value));
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}...` : text;
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
