// Turns what can go wrong in a database into errors of the catalogue, within a bounded time.
import { HydraError, hydraError } from '../contract/index.ts';

/** SQLSTATE classes of a database that is away or busy: connection, resources, shutdown and start. */
const TRANSIENT_STATES = /^(?:08|53|57P0)/;
/** undefined_table and invalid_schema_name. */
const MISSING_SCHEMA_STATES = ['42P01', '3F000'];
const NETWORK_CODES =
  /^(?:ECONN\w+|ENOTFOUND|EAI_\w+|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|NR_CLOSED|UNCERTAIN_STATE)$/;
/** node-postgres and ioredis give these errors no code. */
const NETWORK_MESSAGES =
  /connection terminated|connection is closed|not queryable|timeout exceeded when trying to connect|query read timeout|max retries per request|^LOADING /i;

interface DatabaseError {
  name?: string;
  message: string;
  code?: unknown;
}

/** Runs a request, and rejects with an error of the catalogue after `timeoutMs` at the latest. */
export async function withTimeout<Value>(address: string, timeoutMs: number, request: () => Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    const reason = `no answer within ${timeoutMs / 1000} s`;
    timer = setTimeout(() => reject(hydraError('queue_unreachable', { address, reason })), timeoutMs);
  });
  try {
    return await Promise.race([request(), expired]);
  } catch (error) {
    throw asHydraError(error, address);
  } finally {
    clearTimeout(timer);
  }
}

export function asHydraError(error: unknown, address: string): HydraError {
  if (error instanceof HydraError) return error;
  const { name, code } = asDatabaseError(error);
  const reason = reasonOf(error);
  if (name === 'SchemaMigrationRequiredError' || MISSING_SCHEMA_STATES.includes(String(code))) {
    return hydraError('queue_not_initialized', { address });
  }
  return hydraError(isConnectionLoss(error) ? 'queue_unreachable' : 'queue_failed', { address, reason });
}

/** Whether the same request may succeed later. */
export function isConnectionLoss(error: unknown): boolean {
  const { name, message, code } = asDatabaseError(error);
  if (name === 'ConnectionClosedError') return true;
  const text = typeof code === 'string' ? code : '';
  return NETWORK_CODES.test(text) || TRANSIENT_STATES.test(text) || NETWORK_MESSAGES.test(message);
}

/** An error of several addresses of one host has an empty message, and the reasons in `errors`. */
export function reasonOf(error: unknown): string {
  const { message } = asDatabaseError(error);
  const [first] = error instanceof AggregateError ? error.errors : [];
  const text = message === '' && first !== undefined ? asDatabaseError(first).message : message;
  return text.replace(/[.\s]+$/, '');
}

function asDatabaseError(error: unknown): DatabaseError {
  return error instanceof Error ? error : { message: String(error) };
}
