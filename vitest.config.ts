// `unit` holds the tests of every module that starts no process, and of the page; `npm run test:unit` runs these alone.
// `modules` holds the tests of the modules below, which run git and shells, and those on a scripted machine. `integration`
// holds the rest of test/, and scripts/. `bare` repeats, with a PATH that has Node, npm, git and basic tools only, the tests
// whose results differ there; `npm run test:bare` runs the whole suite so.
import { defineConfig } from 'vitest/config';
import { bareEnvironment } from './scripts/bare-path.mjs';

/** The tests of what Hydra does without a sandbox, and of what differs without other programs. */
const BARE_TESTS = ['doctor', 'git-lfs', 'sandbox'];
/** Tests in test/ that start no process and are quick. */
const PURE_TESTS = ['failure-details', 'parse-fixtures', 'parse-forgeries', 'report-formats', 'result-text'].map(
  (name) => `test/${name}.test.ts`,
);
const PROCESS_MODULES = [
  'src/tools/runners/*/hooks/*.test.ts',
  'src/{capture,distribution,doctor,exec,git,merge,pipeline,race,runs,workspace}/**/*.test.ts',
];

export default defineConfig({
  test: {
    environment: 'node',
    // The built program is loaded as Node loads it.
    server: { deps: { external: [/\/dist\/.*\.js$/] } },
    // Processes, because tests start programs and change the working folder; as many as there are cores.
    pool: 'forks',
    maxWorkers: '100%',
    // Tests that start git, npm or tsc share two slow cores with each other on small machines.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // `PROPERTY_SEED=7 npm test -- src/scoring` tries other inputs; a failure prints its seed.
    setupFiles: ['test/clean-up.ts'],
    provide: { propertySeed: Number(process.env.PROPERTY_SEED ?? 20_261) },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'web/**/*.test.ts', ...PURE_TESTS],
          exclude: PROCESS_MODULES,
          // One worker runs many files: starting a process for each of 180 files takes longer than their tests.
          isolate: false,
          setupFiles: ['test/forbid-processes.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'modules',
          include: [...PROCESS_MODULES, 'test/scripted/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['test/fixtures/**', 'test/golden/**', 'test/scripted/**', ...PURE_TESTS],
        },
      },
      {
        extends: true,
        test: {
          name: 'bare',
          include: ['src/doctor/diagnose.test.ts', ...BARE_TESTS.map((name) => `test/integration/${name}.test.ts`)],
          env: bareEnvironment(),
          globalSetup: ['test/make-bare-path.ts'],
        },
      },
    ],
  },
});
