// Real runners and linters in real repositories, scored with `hydra score`. In each, the base fails one of four tests.
// One candidate fixes it, one fixes it and breaks another test, one fixes it and adds a lint finding.
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Facts, Scorecard } from '../../src/contract/index.ts';
import { createRepository } from '../temporary-repository.ts';
import { ensureProgram, PROJECT, runHydra } from './run-hydra.ts';
import { PROJECTS, type Project } from './runner-projects.ts';

beforeAll(ensureProgram);

function starts([program, ...args]: [string, ...string[]]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function missingOf({ needs = [] }: Project): string | null {
  const missing = needs.find((command) => !starts(command));
  return missing === undefined ? null : `${missing.slice(0, -1).join(' ')} is not installed`;
}

function repositoryOf(project: Project): string {
  const { test: testCommand, lint, build, files, path, source, packages = false } = project;
  const commands = Object.entries({ test: testCommand, lint, ...(build === undefined ? {} : { build }) });
  const config = `[scoring.tests]\nreruns = 0\n[scoring.commands]\n${commands.map(([check, command]) => `${check} = ${JSON.stringify(command)}\n`).join('')}`;
  const link = packages ? '[workspace]\nlink = ["node_modules"]\n' : '';
  const ignored = `${files['.gitignore'] ?? ''}node_modules\n.cache\n`;
  const base = { ...files, 'hydra.toml': config + link, '.gitignore': ignored, [path]: source('base') };
  const branches = (['good', 'breaks', 'messy'] as const).map((version) => [version, { [path]: source(version) }]);
  const folder = createRepository(base, Object.fromEntries(branches));
  if (packages) symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('git and node are installed', () => {
  // In CI, projects must not be skipped because these programs are missing.
  if (process.env.CI === 'true') expect([starts(['git', '--version']), starts(['node', '--version'])]).toEqual([true, true]);
});

describe('real projects', () => {
  for (const project of PROJECTS) {
    const missing = missingOf(project);
    test.skipIf(missing !== null)(missing === null ? project.name : `${project.name}: ${missing}`, async () => {
      const folder = repositoryOf(project);
      const { stdout, stderr } = await runHydra(['score', '--json', '--base', 'main', 'good', 'breaks', 'messy'], folder);
      if (stdout === '') throw new Error(stderr);
      const card = JSON.parse(stdout) as Scorecard;
      const facts = JSON.parse(readFileSync(join(folder, '.hydra/runs', card.run_id, 'facts.json'), 'utf8')) as Facts;
      const more = project.name.includes('workspaces') ? 1 : 0;
      expect(facts.baseline.tests).toMatchObject({
        state: 'measured',
        precision: 'exact',
        passed: 3 + more,
        failed: 1,
      });
      const ofBuild = project.build === undefined ? null : 100;
      const lint = 100 - project.lintCost;
      const lost = more === 0 ? 55 : 65;
      const shown = ({
        agent,
        mergeable,
        breakdown: { build, tests, lint: ownLint, diff_scope },
      }: Scorecard['rankings'][number]) => [agent, mergeable, build, tests, ownLint, diff_scope];
      expect(card.rankings.map(shown)).toEqual([
        ['good', true, ofBuild, 100, 100, 100],
        ['messy', true, ofBuild, 100, lint, 100],
        ['breaks', false, ofBuild, lost, 100, 100],
      ]);
    });
  }
});
