// Renders the generated documents. generate.mjs writes them, a test finds stale ones.
// Reads no file: the caller passes the modules, from dist/ or from src/, and the page that is only partly generated.
import { z } from 'zod';
import { withImportLists } from './architecture-page.mjs';
import { renderIntegrityPage } from './integrity-page.mjs';
import { renderOpenApi } from './openapi.mjs';
import { renderToolsPage } from './tools-page.mjs';

/** Folders with generated files only; other files in them are deleted. */
export const GENERATED_FOLDERS = ['docs/schema', 'docs/dimensions'];

/**
 * @param {{
 *   contract: typeof import('../src/contract/index.ts'),
 *   scoring: typeof import('../src/scoring/index.ts'),
 *   judge: typeof import('../src/judge/index.ts'),
 *   tools: typeof import('../src/tools/index.ts'),
 * }} modules
 * @param {string} architecture docs/architecture.md as it is
 * @returns {Promise<Map<string, string>>} path from the root of the project to content
 */
export async function generatedFiles({ contract, scoring, judge, tools }, architecture) {
  const schemas = Object.entries({ ...contract.STORED_SCHEMAS, 'hydra-toml': contract.configFileSchema });
  return new Map([
    ...schemas.map(([kind, schema]) => /** @type {const} */ ([`docs/schema/${kind}.json`, renderSchema(kind, schema)])),
    ['docs/errors.md', renderErrors(contract.ERROR_CATALOGUE)],
    ['docs/architecture.md', withImportLists(architecture)],
    ['docs/integrity.md', renderIntegrityPage(judge.INTEGRITY_RULES)],
    ['docs/tools.md', renderToolsPage(tools.RUNNERS)],
    ['docs/openapi.json', `${JSON.stringify(sortKeys(renderOpenApi(contract)), null, 2)}\n`],
    ...contract.DIMENSION_IDS.map(
      (id) =>
        /** @type {const} */ ([
          `docs/dimensions/${id}.md`,
          renderDimension(scoring.DIMENSIONS[id], contract.DEFAULT_POLICY.scoring.weights[id]),
        ]),
    ),
  ]);
}

function renderSchema(/** @type {string} */ kind, /** @type {z.ZodType} */ schema) {
  const title = kind === 'hydra-toml' ? 'Hydra: hydra.toml' : `Hydra: stored ${kind}`;
  const jsonSchema = { ...z.toJSONSchema(schema, { target: 'draft-2020-12' }), title };
  return `${JSON.stringify(sortKeys(jsonSchema), null, 2)}\n`;
}

/** @returns {unknown} */
function sortKeys(/** @type {unknown} */ value) {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => /** @type {const} */ ([key, sortKeys(member)]));
  return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** @param {typeof import('../src/contract/index.ts').ERROR_CATALOGUE} catalogue */
function renderErrors(catalogue) {
  const rows = Object.entries(catalogue).map(
    ([code, { sentence, next }]) => `| \`${code}\` | ${cell(sentence)} | ${cell(next)} |`,
  );
  return [
    '# Errors',
    '',
    'Generated from `src/contract/errors.ts` by `npm run generate`: change it there.',
    'Names in `{braces}` are replaced with the values of the error.',
    '',
    '| code | message | next step |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/**
 * @param {import('../src/scoring/index.ts').Dimension} dimension
 * @param {number} defaultWeight
 */
function renderDimension({ id, title, purpose, equation }, defaultWeight) {
  return [
    `# ${title}`,
    '',
    `Generated from \`src/scoring/dimensions/${id.replaceAll('_', '-')}.ts\` by \`npm run generate\`: change it there.`,
    '',
    purpose,
    '',
    `The default weight is ${defaultWeight}; \`${id}\` under \`[scoring.weights]\` changes it.`,
    '',
    '```text',
    ...equation,
    '```',
    '',
  ].join('\n');
}

function cell(/** @type {string} */ text) {
  return text.replaceAll('|', '\\|');
}
