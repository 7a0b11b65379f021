// Renders the routes of the contract as an OpenAPI document. Reads no file.
import { z } from 'zod';

/** @typedef {import('../src/contract/api/api-routes.ts').ApiRoute} ApiRoute */

const STATUSES = {
  400: 'The request is invalid.',
  401: 'The token is missing or belongs to another server, or the code was used.',
  403: 'The request has a foreign `Origin` or `Host`.',
  404: 'The candidate, check or stream does not exist.',
  409: 'The request cannot be carried out; docs/errors.md lists the values of `code`.',
};

/** @param {typeof import('../src/contract/index.ts')} contract */
export function renderOpenApi({ API_ROUTES, API_SCHEMAS, ENGINE_VERSION }) {
  /** @type {Record<string, Record<string, unknown>>} */
  const paths = {};
  for (const route of API_ROUTES) {
    const path = `/api${route.path}`;
    paths[path] = { ...paths[path], [route.method]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hydra: the local server of `hydra ui`',
      version: ENGINE_VERSION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: 'http://127.0.0.1:{port}', variables: { port: { default: '0', description: 'The port that `hydra ui` prints.' } } },
    ],
    security: [{ token: [] }, { cookie: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token that POST /api/sessions returns for the code in an address that `hydra ui` prints.',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'hydra-{port}',
          description: 'Set when the page opens with a code. Gives access to GET routes only.',
        },
      },
      schemas: Object.fromEntries(Object.entries(API_SCHEMAS).map(([name, schema]) => [name, schemaOf(schema)])),
    },
  };
}

function schemaOf(/** @type {z.ZodType} */ schema) {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12' });
  return rest;
}

function operationOf(/** @type {ApiRoute} */ { path, id, summary, query, request, response }) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  }));
  const inQuery = query.map(({ name, isRequired, description }) => ({
    ...{ name, in: 'query', required: isRequired, description, schema: { type: 'string' } },
  }));
  const parameters = [...inPath, ...inQuery];
  return {
    operationId: id,
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(request === null ? {} : { requestBody: { required: true, content: { 'application/json': { schema: refTo(request) } } } }),
    responses: {
      [response.status]: { description: 'Success.', content: contentOf(response) },
      ...Object.fromEntries(Object.entries(STATUSES).map(([status, description]) => [status, errorOf(description)])),
    },
  };
}

function contentOf(/** @type {ApiRoute['response']} */ response) {
  if (!('schema' in response)) {
    return { [response.form === 'text' ? 'text/plain' : 'text/event-stream']: { schema: { type: 'string' } } };
  }
  const item = refTo(response.schema);
  return { 'application/json': { schema: response.form === 'list' ? { type: 'array', items: item } : item } };
}

function errorOf(/** @type {string} */ description) {
  return { description, content: { 'application/json': { schema: refTo('Error') } } };
}

function refTo(/** @type {string} */ name) {
  return { $ref: `#/components/schemas/${name}` };
}
