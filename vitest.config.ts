// Tests stand beside their code; test/ holds those that need the whole house.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'test/fixtures/**'],
    // Processes, because tests start programs and change the working folder; as many as there are cores.
    pool: 'forks',
    maxWorkers: '100%',
    // Tests that start git, npm or tsc share two slow cores with each other on small machines.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // `PROPERTY_SEED=7 npm test -- src/scoring` tries other inputs; what fails is printed with its seed.
    provide: { propertySeed: Number(process.env.PROPERTY_SEED ?? 20_261) },
  },
});
