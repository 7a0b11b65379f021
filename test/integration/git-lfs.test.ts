// Files of Git LFS: their content comes from the local copy, and without it the pointers count.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scorecard } from '../../src/contract/index.ts';
import { createRepository, git, stateOf, temporaryFolder, writeFiles } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram);

const CONFIG = '[scoring.commands]\nbuild = "sh build.sh"\n';

function diffOf(folder: string, candidate: string): string[] {
  const runs = join(folder, '.hydra/runs');
  const newest = readdirSync(runs).sort().at(-1) ?? '';
  const { files } = JSON.parse(readFileSync(join(runs, newest, 'candidates', candidate, 'diff.json'), 'utf8'));
  return files.map(({ path, status }: { path: string; status: string }) => `${status} ${path}`);
}

async function buildScores(folder: string, ...args: string[]): Promise<Record<string, number | null>> {
  const { stdout, stderr } = await runHydra(['score', '--json', '--base', 'main', ...args], folder);
  if (stdout === '') throw new Error(stderr);
  const { rankings } = JSON.parse(stdout) as Scorecard;
  return Object.fromEntries(rankings.map(({ agent, breakdown }) => [agent, breakdown.build]));
}

describe('Git LFS', () => {
  const pointerTo = (content: string) => {
    const oid = createHash('sha256').update(content).digest('hex');
    return { oid, text: `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${Buffer.byteLength(content)}\n` };
  };
  const keep = (folder: string, content: string, storage = '.git/lfs') => {
    const { oid } = pointerTo(content);
    writeFiles(folder, { [`${storage}/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`]: content });
  };
  const OLD = 'old content\n';
  const NEW = 'new content\n';
  const BASE = {
    'hydra.toml': CONFIG,
    '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
    'build.sh': 'grep -q content "a b.bin"\n',
    'a b.bin': pointerTo(OLD).text,
  };

  test('content comes from the local copy, which is not changed', async () => {
    const folder = createRepository(BASE, { a: { 'a b.bin': pointerTo(NEW).text }, b: { 'c.txt': 'c\n' } });
    keep(folder, OLD);
    keep(folder, NEW);
    await buildScores(folder, 'b');
    const before = stateOf(folder);
    expect(await buildScores(folder, 'a', 'b')).toEqual({ a: 100, b: 100 });
    expect(stateOf(folder)).toBe(before);
    expect(diffOf(folder, 'a')).toEqual(['modified a b.bin']);
  });

  test('also from the configured folder', async () => {
    const files = {
      'build.sh': 'grep -q content "a b.bin" && grep -q plain raw.bin\n',
      'raw.bin': 'plain, although it is marked\n',
    };
    const folder = createRepository({ ...BASE, ...files }, { a: { 'c.txt': 'c\n' } });
    keep(folder, OLD, '.git/else where');
    git(folder, 'config', 'lfs.storage', 'else where');
    expect(await buildScores(folder, 'a')).toEqual({ a: 100 });
  });

  test('restores the content of a file that a check damaged before the next check', async () => {
    const config = '[scoring.commands]\nbuild = "grep -q content a.bin && rm a.bin"\nlint = "grep -q content a.bin"\n';
    const folder = createRepository(
      { 'hydra.toml': config, '.gitattributes': '*.bin filter=lfs\n', 'a.bin': pointerTo(OLD).text },
      { a: { 'c.txt': 'c\n' } },
    );
    keep(folder, OLD);
    const { stderr } = await runHydra(['score', 'a'], folder);
    expect(stderr).toContain('a: lint passed');
  });

  test('a folder with content where the base has pointers has only its own changes', async () => {
    const folder = createRepository(BASE);
    keep(folder, OLD);
    const other = temporaryFolder();
    writeFiles(other, { ...BASE, 'a b.bin': OLD, 'new.bin': NEW });
    expect(await buildScores(folder, `mine=${other}`)).toEqual({ mine: 100 });
    expect(diffOf(folder, 'mine')).toEqual(['added new.bin']);
    const runs = join(folder, '.hydra/runs');
    const patch = readFileSync(join(runs, readdirSync(runs)[0] ?? '', 'candidates/mine/diff.patch'), 'utf8');
    expect(patch).toContain(
      pointerTo(NEW)
        .text.trim()
        .split('\n')
        .map((line) => `+${line}`)
        .join('\n'),
    );
  });

  test('missing content stays a pointer, with a note, and the result is not cached', async () => {
    const folder = createRepository(BASE, { a: { 'c.txt': 'c\n' } });
    const { stderr } = await runHydra(['score', 'a'], folder);
    expect(stderr).toContain('note: The content of Git LFS files is missing, so the checks used pointer files: 1 (a b.bin).');
    keep(folder, OLD);
    const again = await runHydra(['score', 'a'], folder);
    expect(again.stderr).not.toContain('Git LFS');
    expect(again.stderr).toContain('a: build passed in');
  });
});
