// `npm run generate` writes the documents that are made from the code.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ROOT } from './project.mjs';

await ensureBuilt();
// Only now: these need node_modules and dist.
const { GENERATED_FOLDERS, generatedFiles } = await import('./generated-files.mjs');
const [contract, scoring, judge, tools] = await Promise.all(
  ['contract', 'scoring', 'judge', 'tools'].map((module) => import(pathToFileURL(join(ROOT, 'dist', module, 'index.js')).href)),
);
const files = await generatedFiles({ contract, scoring, judge, tools }, readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8'));

for (const [path, content] of files) {
  const file = join(ROOT, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === content) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(`wrote ${path}`);
}
for (const folder of GENERATED_FOLDERS) {
  for (const name of readdirSync(join(ROOT, folder))) {
    if (files.has(`${folder}/${name}`)) continue;
    rmSync(join(ROOT, folder, name));
    console.log(`removed ${folder}/${name}`);
  }
}
