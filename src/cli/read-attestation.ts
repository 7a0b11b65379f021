// Reads the in-toto statements of a file: plain ones, or those inside DSSE envelopes and Sigstore bundles. The file is
// untrusted, and signatures are not checked.
import {
  type ErrorPlace,
  envelopeSchema,
  type GivenStatement,
  givenStatementSchema,
  type HydraError,
  hydraError,
  PREDICATE_TYPES,
  sigstoreBundleSchema,
} from '../contract/index.ts';
import { decodeText, readBytes } from './read-text.ts';

export interface Attestation {
  statements: GivenStatement[];
  /** Whether a statement is inside an envelope, which has a signature. */
  isSigned: boolean;
}

const MAX_BYTES = 64 * 1024 * 1024;

/** One JSON document, or one on each line. */
export function readAttestation(file: string): Attestation {
  const bytes = readBytes(file, 'attestation');
  if (bytes.length > MAX_BYTES) throw invalid('it is larger than 64 MB', { file });
  const text = decodeText(bytes);
  if (text === null) throw invalid('it is not text', { file });
  const documents = splitDocuments(text, file);
  if (documents.length === 0) throw invalid('it contains no statement', { file });
  const read = documents.map(({ value, place }) => readDocument(value, place));
  return { statements: read.map(({ statement }) => statement), isSigned: read.some(({ isSigned }) => isSigned) };
}

interface Document {
  value: unknown;
  place: ErrorPlace;
}

function splitDocuments(text: string, file: string): Document[] {
  const whole = tryParse(text);
  if (whole !== undefined) return [{ value: parse(text, { file }), place: { file } }];
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const place = { file, line: index + 1 };
    return [{ value: parse(line, place), place }];
  });
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parse(text: string, place: ErrorPlace): unknown {
  const value = tryParse(text);
  if (value === undefined) throw invalid('it is not JSON', place);
  // Readers disagree on which of two equal members counts.
  if (countNamed(text) !== countMembers(value)) throw invalid('an object has two members with the same name', place);
  return value;
}

/** The strings of valid JSON that a colon follows. */
function countNamed(text: string): number {
  let count = 0;
  for (const [, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/g)) if (colon === ':') count += 1;
  return count;
}

function countMembers(value: unknown): number {
  let count = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) count += Object.keys(next).length;
    for (const member of Object.values(next)) open.push(member);
  }
  return count;
}

function readDocument(value: unknown, place: ErrorPlace): { statement: GivenStatement; isSigned: boolean } {
  const bundle = sigstoreBundleSchema.safeParse(value);
  const envelope = envelopeSchema.safeParse(bundle.success ? bundle.data.dsseEnvelope : value);
  if (envelope.success) return { statement: readStatement(readPayload(envelope.data.payload, place), place), isSigned: true };
  return { statement: readStatement(value, place), isSigned: false };
}

function readPayload(payload: string, place: ErrorPlace): unknown {
  // Node's decoder skips other characters.
  const text = /^[\w+/-]*={0,2}$/.test(payload) ? decodeText(Buffer.from(payload, 'base64')) : null;
  if (text === null) throw invalid('the payload of its envelope is not text in Base64', place);
  return parse(text, place);
}

function readStatement(value: unknown, place: ErrorPlace): GivenStatement {
  const parsed = givenStatementSchema.safeParse(value);
  if (!parsed.success) throw invalid('it contains no in-toto statement of version 1', place);
  const { predicateType: type } = parsed.data;
  if (!PREDICATE_TYPES.some((known) => known === type))
    throw hydraError('attestation_type', { type, known: PREDICATE_TYPES.join(' and ') }, { place, value: type });
  return parsed.data;
}

function invalid(reason: string, place: ErrorPlace): HydraError {
  return hydraError('attestation_invalid', { reason }, { place });
}
