// Requests to the local server. Every failure becomes a DataSourceError, so that a view can show it.
import { apiErrorSchema } from '../../src/contract/index.ts';
import { DataSourceError, invalidData } from './data-source.ts';
import { authorization } from './session-token.ts';

interface Issue {
  path: PropertyKey[];
  message: string;
}

/** The part of a zod schema that checks a value. */
export interface Schema<Value> {
  safeParse(data: unknown): { success: true; data: Value } | { success: false; error: { issues: readonly Issue[] } };
}

export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    const headers = { ...authorization(), ...Object.fromEntries(new Headers(init.headers)) };
    response = await fetch(path, { ...init, headers, cache: 'no-store', credentials: 'same-origin' });
  } catch {
    throw new DataSourceError(
      'unreachable',
      'The server does not respond.',
      'Check that `hydra ui` is running. This page retries automatically.',
    );
  }
  if (response.ok) return response;
  throw await errorOf(response);
}

/** The body of the response, once it has the form of the schema. */
export async function requestJson<Value>(schema: Schema<Value>, path: string, init: RequestInit = {}): Promise<Value> {
  const response = await request(path, init);
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    throw new DataSourceError('unreachable', 'The response ended early.', 'This page retries automatically.');
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 1).map(describeIssue);
  throw invalidData([`The response to ${path} does not have the expected form`, ...issues].join(': '));
}

/** POST with a JSON body. */
export function jsonBody(value: unknown): RequestInit {
  return { method: 'POST', body: JSON.stringify(value) };
}

/** For example "candidates.0.name: Invalid input: expected string, received number". */
function describeIssue({ path, message }: Issue): string {
  return path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`;
}

async function errorOf(response: Response): Promise<DataSourceError> {
  const body: unknown = await response.json().catch(() => null);
  const parsed = apiErrorSchema.safeParse(body);
  if (parsed.success) {
    const { code, message, next } = parsed.data.error;
    return new DataSourceError(code, message, next);
  }
  return new DataSourceError(
    'fault',
    `The server responded with status ${response.status}.`,
    'Look at the output of `hydra ui` in its terminal.',
  );
}
