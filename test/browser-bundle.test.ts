// The scoring core does not need Node: bundled for a browser it uses no built-in module, and in a context
// without require, process and Buffer it gives the same bytes.
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { type Plugin, rolldown } from 'rolldown';
import { beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson, type Scorecard } from '../src/contract/index.ts';
import { scoreFacts } from '../src/scoring/index.ts';
import { arbitraryFacts, arbitraryPolicy } from './arbitrary-facts.ts';
import fc from './seeded-properties.ts';

const ENTRY = fileURLToPath(new URL('../src/scoring/index.ts', import.meta.url));

interface Bundle {
  code: string;
  /** The external modules of the bundle. */
  imports: string[];
  /** Built-in modules of Node that the bundle imports, with the importing file. */
  builtins: string[];
  messages: string[];
}

async function bundleForBrowser(input: string, plugins: Plugin[] = []): Promise<Bundle> {
  const builtins: string[] = [];
  const messages: string[] = [];
  const watch: Plugin = {
    name: 'watch-builtins',
    resolveId(source, importer) {
      if (!isBuiltin(source)) return null;
      builtins.push(`${source} from ${importer ?? 'nowhere'}`);
      return { id: source, external: true };
    },
  };
  const build = await rolldown({
    input,
    platform: 'browser',
    plugins: [watch, ...plugins],
    onLog: (_level, log) => {
      messages.push(log.message);
    },
  });
  const { output } = await build.generate({ format: 'iife', name: 'hydra' });
  await build.close();
  if (output.length !== 1) throw new Error(`expected one file, got ${output.length}`);
  const [{ code, imports, dynamicImports }] = output;
  return { code, imports: [...imports, ...dynamicImports], builtins, messages };
}

/** Globals of a browser that are not part of the language. */
const BROWSER_GLOBALS = { TextEncoder };

describe('the scoring core in a browser', () => {
  let bundle: Bundle;

  beforeAll(async () => {
    bundle = await bundleForBrowser(ENTRY);
  });

  test('uses no built-in module of Node, and bundles without warnings', () => {
    expect(bundle.builtins).toEqual([]);
    expect(bundle.messages).toEqual([]);
    expect(bundle.imports).toEqual([]);
  });

  test('gives the same bytes as in Node', () => {
    const context = createContext({ ...BROWSER_GLOBALS });
    expect(runInContext('[typeof require, typeof process, typeof Buffer, typeof module].join()', context)).toBe(
      'undefined,undefined,undefined,undefined',
    );
    runInContext(bundle.code, context);
    const runs = fc.sample(fc.tuple(arbitraryFacts({ minCandidates: 1 }), arbitraryPolicy), { numRuns: 40, seed: 1 });
    for (const [facts, policy] of runs) {
      context.text = JSON.stringify([facts, policy]);
      const scorecard: Scorecard = runInContext('hydra.scoreFacts(...JSON.parse(text))', context);
      expect(canonicalJson(scorecard)).toBe(canonicalJson(scoreFacts(facts, policy)));
    }
  });
});

test.each(['node:fs', 'path'])('this test detects %s', async (builtin) => {
  const virtual: Plugin = {
    name: 'virtual-entry',
    resolveId: (source) => (source === 'entry' ? '\0entry' : null),
    load: (id) => (id === '\0entry' ? `import * as builtin from '${builtin}'; export const used = Object.keys(builtin);` : null),
  };
  const { builtins, imports } = await bundleForBrowser('entry', [virtual]);
  expect(imports).toEqual([builtin]);
  expect(builtins).toEqual([`${builtin} from \0entry`]);
});
