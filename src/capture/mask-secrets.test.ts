import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-repository.ts';
import { copyMasked, createMasker } from './mask-secrets.ts';

function masked(content: string | Buffer, environment: Record<string, string | undefined> = {}): Buffer {
  const folder = temporaryFolder();
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  writeFileSync(from, content);
  copyMasked(from, to, createMasker(environment));
  return readFileSync(to);
}

const text = (content: string, environment: Record<string, string | undefined> = {}) =>
  masked(content, environment).toString('utf8');

const JWT = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(30)}.${'c'.repeat(43)}`;
const PRIVATE_KEY = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIE+/=\n'.repeat(20)}-----END RSA PRIVATE KEY-----`;

describe('masks tokens by their format', () => {
  test.each([
    ['GitHub', `ghp_${'aB3'.repeat(12)}`],
    ['GitHub app', `ghs_${'aB3'.repeat(12)}`],
    ['GitHub fine-grained', `github_pat_${'a1_'.repeat(20)}`],
    ['GitLab', `glpat-${'aB3-_'.repeat(4)}`],
    ['OpenAI and Anthropic', `sk-ant-${'aB3-_'.repeat(10)}`],
    ['Slack', `xoxb-${'123-'.repeat(5)}`],
    ['npm', `npm_${'aB3'.repeat(12)}`],
    ['PyPI', `pypi-${'aB3-_'.repeat(12)}`],
    ['AWS', `AKIA${'ABCDEFGH12345678'}`],
    ['AWS for a session', `ASIA${'ABCDEFGH12345678'}`],
    ['Google', `AIza${'a'.repeat(35)}`],
    ['JSON Web Token', JWT],
    ['private key', PRIVATE_KEY],
    ['private key in JSON', JSON.stringify(PRIVATE_KEY).slice(1, -1)],
  ])('%s', (_what, token) => {
    expect(text(`before ${token} after\n${token}`)).toBe('before *** after\n***');
  });

  test.each([
    'ghp_short',
    'sk-learn',
    'AKIAIOSFODNN',
    'eyJhbGciOiJIUzI1NiJ9',
    'npm_config_registry',
    '-----BEGIN CERTIFICATE-----',
  ])('does not mask %s', (word) => {
    expect(text(word)).toBe(word);
  });
});

describe('values of the environment', () => {
  test('of variables that look like credentials and are long enough', () => {
    const environment = { MY_TOKEN: 'hunter2hunter2', HOME: '/home/hunter', SHORT_TOKEN: 'abc', NO_TOKEN: undefined };
    expect(text('hunter2hunter2 /home/hunter abc', environment)).toBe('*** /home/hunter abc');
  });

  test('with special characters of patterns, and outside ASCII', () => {
    expect(text('a.b*c(d)[e]$f a.bXc(d)', { A_TOKEN: 'a.b*c(d)[e]$f' })).toBe('*** a.bXc(d)');
    expect(text('geheim-ü-geheim ü', { A_TOKEN: 'geheim-ü-geheim' })).toBe('*** ü');
  });

  test('that are part of a longer one', () => {
    expect(text('abcdefgh-ijkl abcdefgh', { A_TOKEN: 'abcdefgh', B_TOKEN: 'abcdefgh-ijkl' })).toBe('*** ***');
  });

  test('as escaped in JSON and XML', () => {
    const secret = 'pass"word<&>\\end';
    const inXml = 'pass&quot;word&lt;&amp;&gt;\\end';
    expect(text(`${JSON.stringify({ secret })} <a b="${inXml}"/>`, { A_TOKEN: secret })).toBe('{"secret":"***"} <a b="***"/>');
  });
});

describe('across chunk boundaries', () => {
  const PIECE = 1024 * 1024;

  // The whole token, or a part that is a token itself, may end at the boundary.
  test.each([1, 10, 30, 60, 100, 199, 200])('%i bytes of a token before the boundary', (before) => {
    const token = `sk-${'x'.repeat(197)}`;
    const start = '.'.repeat(PIECE - before);
    expect(text(`${start}${token} end`)).toBe(`${start}*** end`);
  });

  test('the longest key, and an even longer value of the environment', () => {
    const key = `-----BEGIN PRIVATE KEY-----${'A'.repeat(6000)}-----END PRIVATE KEY-----`;
    const value = 'v'.repeat(20_000);
    for (const secret of [key, value]) {
      const start = '.'.repeat(PIECE - secret.length + 1_000);
      expect(text(`${start}${secret}.`, { A_TOKEN: value })).toBe(`${start}***.`);
    }
  });

  test('many tokens in many chunks', () => {
    const line = `token ghp_${'aB3'.repeat(12)} here\n`;
    const count = Math.ceil((3 * PIECE) / line.length);
    expect(text(line.repeat(count))).toBe('token *** here\n'.repeat(count));
  });
});

test('keeps every other byte', () => {
  const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_unused, index) => (index * 7 + (index >> 8)) % 256));
  expect(masked(bytes).equals(bytes)).toBe(true);
  expect(masked('').length).toBe(0);
});

test('a file that the command removed or replaced is empty', () => {
  const folder = temporaryFolder();
  const to = join(folder, 'to');
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'not an output');
  symlinkSync(secret, join(folder, 'link'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  for (const from of ['gone', 'link', 'pipe', '.']) {
    copyMasked(join(folder, from), to, createMasker({}));
    expect(readFileSync(to, 'utf8')).toBe('');
  }
});
