// `npm run bench` runs the benchmarks in bench/ one after the other, so that they do not compete for the CPU.
// Arguments select the benchmarks whose name contains one of them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ROOT, runAttached } from './project.mjs';

const folder = join(ROOT, 'bench');
const wanted = process.argv.slice(2);

const all = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.bench.mjs')).sort();
const chosen = wanted.length === 0 ? all : all.filter((name) => wanted.some((part) => name.includes(part)));

if (chosen.length === 0) {
  console.error(
    `No benchmark${wanted.length === 0 ? '' : ` matches ${wanted.join(', ')}`}. Available: ${all.join(', ') || 'none'}.`,
  );
  process.exitCode = wanted.length === 0 ? 0 : 2;
} else {
  await ensureBuilt();
  for (const name of chosen) {
    console.log(`# ${name}`);
    const exitCode = await runAttached([join(folder, name)]);
    if (exitCode !== 0) {
      console.error(`${name} exited with ${exitCode}.`);
      process.exitCode = 1;
    }
  }
}
