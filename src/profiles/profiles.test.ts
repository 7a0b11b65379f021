import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PROFILE_IDS, PROFILES } from './index.ts';

describe('the commands of the published scoring rules', () => {
  test('js-node', () => {
    expect(PROFILES['js-node'].commands).toEqual({
      build: 'npm run build',
      test: 'npm test -- --runInBand',
      lint: 'npm run lint',
      security: null,
    });
  });

  test('rust', () => {
    expect(PROFILES.rust.commands).toEqual({
      build: 'cargo build --all-targets',
      test: 'cargo test',
      lint: 'cargo clippy --all-targets -- -D warnings',
      security: null,
    });
  });

  test('python', () => {
    expect(PROFILES.python.commands).toEqual({ build: null, test: 'pytest -q', lint: 'ruff check .', security: null });
  });
});

describe('every profile', () => {
  test('has a file named after its id', () => {
    const files = readdirSync(import.meta.dirname).filter((file) => !/^(index|profile|profiles\.test)\.ts$/.test(file));
    expect(files.sort()).toEqual(PROFILE_IDS.map((id) => `${id}.ts`).sort());
  });

  test('is listed in the order in which it is registered', () => {
    expect(Object.keys(PROFILES)).toEqual([...PROFILE_IDS]);
  });

  test.each(PROFILE_IDS)('%s is registered under its own id, with a test command and no security command', (id) => {
    expect(PROFILES[id].id).toBe(id);
    expect(PROFILES[id].title).not.toBe('');
    expect(PROFILES[id].commands.test).not.toBeNull();
    expect(PROFILES[id].commands.security).toBeNull();
  });
});
