// `npm run test:unit` runs the tests that start no process; it needs no build. Arguments go to vitest:
// `npm run test:unit -- src/scoring`.
import { ensureInstalled } from './install.mjs';
import { runAttached, toolPath } from './project.mjs';

await ensureInstalled();
process.exitCode = await runAttached([toolPath('vitest', 'vitest'), 'run', '--project', 'unit', ...process.argv.slice(2)]);
