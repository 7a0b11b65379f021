// Contract: in-toto statements about the winner of a run. The statement and both predicates are defined in
// https://github.com/in-toto/attestation (spec/v1 and spec/predicates); members that begin with `hydra` are extension fields.
import { z } from 'zod';

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const TEST_RESULT_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';
export const SVR_TYPE = 'https://in-toto.io/attestation/svr/v0.2';
export const PREDICATE_TYPES = [TEST_RESULT_TYPE, SVR_TYPE] as const;

/** Algorithm to lowercase hex. */
export type DigestSet = Readonly<Record<string, string>>;

export interface ResourceDescriptor {
  name: string;
  digest: DigestSet;
}

export interface Statement {
  _type: string;
  subject: ResourceDescriptor[];
  predicateType: string;
  predicate: TestResultPredicate | SvrPredicate;
}

export interface TestResultPredicate {
  result: 'PASSED' | 'WARNED' | 'FAILED';
  configuration: ResourceDescriptor[];
  /** Tests that pass and fail on the same tree. */
  warnedTests: string[];
  /** Empty; omitted when tests fail, because the facts have only their number. */
  failedTests?: string[];
  hydraTests: { passed: number; failed: number; skipped: number; precision: string };
  hydraRun: AttestedRunFields;
}

interface SvrPredicate {
  verifier: { id: string; policies: ResourceDescriptor[] };
  timeCreated: string;
  properties: string[];
  hydraRun: AttestedRunFields;
}

/** In both predicates, because a signing tool may write the subject itself. */
export interface AttestedRunFields {
  runId: string;
  candidate: string;
  tree: DigestSet;
  /** The sources of the candidate with the base's tests, if the candidate changes tests: the base's tests ran there. */
  pinnedTree?: DigestSet;
  base: DigestSet;
  verdict: string;
  firmness: string;
  sandbox: string;
  scoringVersion: number;
  /** Files of the run folder. */
  files: ResourceDescriptor[];
}

/** A statement from a file. Keeps unknown members, so that they can be reported. */
export const givenStatementSchema = z.looseObject({
  _type: z.literal(STATEMENT_TYPE),
  subject: z.array(z.unknown()),
  predicateType: z.string(),
  predicate: z.unknown(),
});
export type GivenStatement = z.infer<typeof givenStatementSchema>;

/** DSSE, https://github.com/secure-systems-lab/dsse. */
export const envelopeSchema = z.looseObject({
  payloadType: z.string().regex(/^application\/vnd\.in-toto(?:\.[\w-]+)?\+json$/),
  payload: z.string(),
});
/** Sigstore, https://docs.sigstore.dev/about/bundle. */
export const sigstoreBundleSchema = z.looseObject({ dsseEnvelope: envelopeSchema });
