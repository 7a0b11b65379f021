// The API description matches the server: the same routes, and valid schemas.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { API_ROUTES } from '../src/contract/index.ts';
import { apiRoutes } from '../src/server/api.ts';
import { openConfirmations } from '../src/server/confirmations.ts';
import { openQueueReport } from '../src/server/queue-report.ts';
import { openRaces } from '../src/server/races.ts';
import { openSessions } from '../src/server/sessions.ts';

const documentOf = (name: string) => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');
const openapi = JSON.parse(documentOf('openapi.json'));
const described = API_ROUTES.map(({ method, path }) => `${method.toUpperCase()} /api${path}`).sort();

test('describes exactly the routes of the server', () => {
  const state = {
    ...{ cwd: '.', blind: false, races: openRaces('.'), sessions: openSessions() },
    confirmations: openConfirmations(() => {}),
    queue: openQueueReport(null),
  };
  const served = apiRoutes(state).routes.map(({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`);
  expect([...new Set(served)].sort()).toEqual(described);
});

test('the guide lists every route once', () => {
  const listed = [...documentOf('api.md').matchAll(/^\| `((?:GET|POST) [^`]+)` \|/gm)].map(([, route]) => route);
  expect(listed.sort()).toEqual(described);
});

test('operation ids are unique, and references resolve', () => {
  const ids = API_ROUTES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const references = [...documentOf('openapi.json').matchAll(/"\$ref": "#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(references.length).toBeGreaterThan(API_ROUTES.length);
  expect(references.filter((name) => !Object.hasOwn(openapi.components.schemas, name ?? ''))).toEqual([]);
  // A reference inside a schema would be relative to the whole document.
  expect(documentOf('openapi.json')).not.toMatch(/"\$ref": "#\/(?!components)/);
});

test('the document has the required members of OpenAPI 3.1', () => {
  expect(openapi).toMatchObject({ openapi: '3.1.0', info: { title: expect.any(String), version: expect.any(String) } });
  for (const operation of Object.values<Record<string, Record<string, unknown>>>(openapi.paths).flatMap(Object.values)) {
    expect(Object.keys(operation.responses as object)).toContain('409');
    expect(typeof operation.operationId).toBe('string');
  }
});
