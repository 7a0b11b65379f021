import { expect, test } from 'vitest';
import { findUnreachable } from './unreachable-service.ts';

test.each([
  [
    'npm warn audit 405 Method Not Allowed\nnpm error audit endpoint returned an error\n{',
    'npm error audit endpoint returned an error',
  ],
  ['{\n  "error": {\n    "code": "ENOTFOUND",\n', '"code": "ENOTFOUND",'],
  [
    '\u2009ERR_PNPM_AUDIT_BAD_RESPONSE\u2009 The audit endpoint responded with 503',
    'ERR_PNPM_AUDIT_BAD_RESPONSE\u2009 The audit endpoint responded with 503',
  ],
  [
    'error An unexpected error occurred: "https://registry.example/audit: ETIMEDOUT".',
    'error An unexpected error occurred: "https://registry.example/audit: ETIMEDOUT".',
  ],
  [
    "error: couldn't fetch advisory database: git operation failed",
    "error: couldn't fetch advisory database: git operation failed",
  ],
  ['requests.exceptions.ConnectionError: HTTPSConnectionPool', 'requests.exceptions.ConnectionError: HTTPSConnectionPool'],
])('%j', (tail, line) => {
  expect(findUnreachable(1, tail)).toBe(`the advisory service did not answer: ${line}`);
});

test('advisories that were found are an answer', () => {
  expect(
    findUnreachable(1, '# npm audit report\nminimist  <=0.2.3\nSeverity: critical\n1 critical severity vulnerability\n'),
  ).toBeNull();
  expect(findUnreachable(0, 'npm error audit endpoint returned an error')).toBeNull();
});
