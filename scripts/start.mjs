// `npm start` builds Hydra if necessary and runs `hydra demo`.
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ROOT, runAttached } from './project.mjs';

await ensureBuilt();
process.exitCode = await runAttached([join(ROOT, 'dist', 'cli', 'main.js'), 'demo', ...process.argv.slice(2)]);
