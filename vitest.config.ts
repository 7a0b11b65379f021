// Two projects, chosen by folder. `unit` holds the tests beside the code of every module that starts no process, and
// of the page; `npm run test:unit` runs these alone. `integration` holds everything else: the modules below, whose
// tests run git, shells and test runners, and all of test/ and scripts/.
import { defineConfig } from 'vitest/config';

const PROCESS_MODULES = ['src/{capture,distribution,doctor,exec,git,merge,pipeline,race,runs,workspace}/**/*.test.ts'];

export default defineConfig({
  test: {
    environment: 'node',
    // Processes, because tests start programs and change the working folder; as many as there are cores.
    pool: 'forks',
    maxWorkers: '100%',
    // Tests that start git, npm or tsc share two slow cores with each other on small machines.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // `PROPERTY_SEED=7 npm test -- src/scoring` tries other inputs; a failure prints its seed.
    provide: { propertySeed: Number(process.env.PROPERTY_SEED ?? 20_261) },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'web/**/*.test.ts'],
          exclude: PROCESS_MODULES,
          // One worker runs many files: starting a process for each of 180 files takes longer than their tests.
          isolate: false,
          setupFiles: ['test/forbid-processes.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [...PROCESS_MODULES, 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['test/fixtures/**', 'test/golden/**'],
        },
      },
    ],
  },
});
