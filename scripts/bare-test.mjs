// `npm run test:bare` runs `npm test` as on a machine that has Node, npm, git and basic tools only. Arguments go to vitest:
// `npm run test:bare -- test/integration/doctor.test.ts`.
import { bareEnvironment, makeBarePath } from './bare-path.mjs';
import { runAttached } from './project.mjs';

makeBarePath();
Object.assign(process.env, bareEnvironment());
process.exitCode = await runAttached(['scripts/test.mjs', ...process.argv.slice(2)]);
