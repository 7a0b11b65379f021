import { expect, test } from 'vitest';
import { lockfilesIn, scanCommand } from './security-scan.ts';

test('finds lockfiles of every supported ecosystem, and leaves out unsafe folders', () => {
  const paths = [
    'package-lock.json',
    'web/pnpm-lock.yaml',
    'src/package-lock.js',
    'a;rm -rf ~/Cargo.lock',
    '../go.mod',
    'api/go.mod',
  ];
  expect(lockfilesIn(paths)).toEqual(['api/go.mod', 'package-lock.json', 'web/pnpm-lock.yaml']);
});

test('runs the tool that fits, in the folder of the lockfile', () => {
  expect(scanCommand(['package-lock.json'])).toBe('npm audit --json --omit=dev --package-lock-only');
  expect(scanCommand(['api/go.mod', 'requirements-dev.txt'])).toBe(
    '(cd ./api && osv-scanner --format json --lockfile go.mod); pip-audit --format json --requirement requirements-dev.txt',
  );
  expect(scanCommand([])).toBeNull();
});
