// Parses and validates a stored file, with an exact reason when that fails.
import type { z } from 'zod';
import { hydraError } from '../errors.ts';
import { SCHEMA_VERSION } from '../version.ts';
import { agentRecordSchema } from './agent.ts';
import { captureSchema } from './capture.ts';
import { decisionSchema } from './decision.ts';
import { diffSchema } from './diff.ts';
import { partSchema, planSchema } from './distribution.ts';
import { eventSchema } from './event.ts';
import { factsSchema } from './facts.ts';
import { policySchema } from './policy.ts';
import { manifestSchema, runSchema } from './run.ts';
import { scorecardSchema } from './scorecard.ts';
import { summarySchema } from './summary.ts';

/** Every stored kind, by the name of its file under docs/schema/. */
export const STORED_SCHEMAS = {
  policy: policySchema,
  capture: captureSchema,
  diff: diffSchema,
  agent: agentRecordSchema,
  summary: summarySchema,
  facts: factsSchema,
  scorecard: scorecardSchema,
  run: runSchema,
  manifest: manifestSchema,
  event: eventSchema,
  decision: decisionSchema,
  plan: planSchema,
  part: partSchema,
} as const;

export type StoredKind = keyof typeof STORED_SCHEMAS;
export type Stored<Kind extends StoredKind> = z.infer<(typeof STORED_SCHEMAS)[Kind]>;

/** Parses the text of a stored file. `file` is only used in errors. */
export function parseStored<Kind extends StoredKind>(kind: Kind, text: string, file: string): Stored<Kind> {
  const value = parseJson(kind, text, file);
  refuseFuture(kind, value, file);
  const parsed = STORED_SCHEMAS[kind].safeParse(value);
  if (parsed.success) return parsed.data as Stored<Kind>;
  const issue = parsed.error.issues[0];
  throw hydraError(
    'schema_invalid',
    { what: `${kind} file`, path: placeText(issue?.path ?? []), reason: issue?.message ?? 'unknown fault', schema: kind },
    { place: { file } },
  );
}

function parseJson(kind: StoredKind, text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw hydraError('json_syntax', { what: `${kind} file`, reason }, { place: { file } });
  }
}

function refuseFuture(kind: StoredKind, value: unknown, file: string): void {
  if (typeof value !== 'object' || value === null || !('schema_version' in value)) return;
  const version = value.schema_version;
  if (typeof version !== 'number' || version <= SCHEMA_VERSION) return;
  throw hydraError(
    'schema_future',
    { what: `${kind} file`, version: String(version), known: String(SCHEMA_VERSION) },
    { place: { file } },
  );
}

function placeText(path: PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text === '' ? 'the top' : text.replace(/^\./, '');
}
