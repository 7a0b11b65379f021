import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSearchProgress } from './init-progress.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the live line names the running command, with its control characters visible', () => {
  let written = '';
  const stream = { isTTY: true, columns: 60, write: (text: string) => (written += text) } as unknown as NodeJS.WriteStream;
  const progress = openSearchProgress(stream);
  progress.trying({ setup: 'npm ci', build: null, test: 'npm test', lint: 'npx --no-install eslint \u202e.' });
  const started = (check: string) =>
    progress.show({ type: 'check_started', check } as unknown as Parameters<typeof progress.show>[0]);
  started('lint');
  vi.advanceTimersByTime(1000);
  expect(written).toContain('  1.0 s lint: npx --no-install eslint \\u202e.');
  started('setup');
  vi.advanceTimersByTime(200);
  expect(written).toContain('  0.2 s set-up: npm ci');
  progress.close();
});
