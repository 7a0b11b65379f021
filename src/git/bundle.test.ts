import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository, temporaryFolder } from '../../test/temporary-repository.ts';
import { createBundleRepository, listTagsOf, readBundle, writeBundle } from './bundle.ts';
import { createObjectStore } from './object-store.ts';
import { findRepository, resolveCommits } from './repository.ts';

async function sample() {
  const root = createRepository({ 'a.txt': 'a\n' }, { one: { 'a.txt': 'b\n' }, two: { 'b.txt': 'c\n' } });
  const run = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  run('tag', '-m', 'first', 'v1.0', 'main');
  run('tag', 'elsewhere', 'one');
  const repository = await findRepository(root);
  const store = await createObjectStore(repository, temporaryFolder());
  const [base, one, two] = ['main', 'one', 'two'].map((branch) => run('rev-parse', branch));
  return { repository, store, base: base ?? '', one: one ?? '', two: two ?? '' };
}

test('brings commits, their history and the tags of the base to another repository', async () => {
  const { repository, store, base, one, two } = await sample();
  const tags = await listTagsOf(repository, base);
  expect(tags).toMatch(/^[0-9a-f]{40} refs\/tags\/v1\.0\n$/);
  const [first, second] = [join(temporaryFolder(), 'first.bundle'), join(temporaryFolder(), 'second.bundle')];
  await writeBundle(store, first, { base, 'candidates/one': one }, { tags });
  await writeBundle(store, second, { 'candidates/two': two }, { known: [base] });
  const other = await createBundleRepository(join(temporaryFolder(), 'plan.git'), base);
  await readBundle(other.commonDir, first);
  expect(await resolveCommits(other, [one, 'v1.0', two])).toEqual([
    (await resolveCommits(repository, [one]))[0],
    (await resolveCommits(repository, [base]))[0],
    null,
  ]);
  await readBundle(other.commonDir, second);
  expect(await resolveCommits(other, [two])).toEqual(await resolveCommits(repository, [two]));
  expect(await listTagsOf(other, base)).toBe(tags);
});

test('a file that is no bundle, and a bundle without its base, are named', async () => {
  const { store, base, two } = await sample();
  const file = join(temporaryFolder(), 'x.bundle');
  const other = await createBundleRepository(join(temporaryFolder(), 'plan.git'), base);
  writeFileSync(file, 'nothing');
  await expect(readBundle(other.commonDir, file)).rejects.toMatchObject({ code: 'bundle_unreadable' });
  await writeBundle(store, file, { two }, { known: [base] });
  await expect(readBundle(other.commonDir, file)).rejects.toMatchObject({ code: 'bundle_unreadable' });
});
