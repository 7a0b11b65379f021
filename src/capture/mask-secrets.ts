// Masks credentials in the output of commands before it is stored:
// values from the user's environment, and tokens with a known format.
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { looksLikeCredential, openRegularFile } from '../exec/index.ts';

export const MASK = '***';
const READ_BYTES = 1024 * 1024;
const MIN_SECRET_LENGTH = 8;
/** No format below matches more. */
const MAX_TOKEN_LENGTH = 8 * 1024;

/** Formats with a fixed prefix, each with a maximum length. */
const TOKEN_SHAPES = [
  'gh[pousr]_[A-Za-z0-9]{36,255}',
  'github_pat_[A-Za-z0-9_]{40,255}',
  'glpat-[A-Za-z0-9_-]{20,255}',
  'sk-[A-Za-z0-9_-]{20,255}',
  'xox[abprs]-[A-Za-z0-9-]{10,255}',
  'npm_[A-Za-z0-9]{36,255}',
  'pypi-[A-Za-z0-9_-]{50,255}',
  'AKIA[0-9A-Z]{16}',
  'ASIA[0-9A-Z]{16}',
  'AIza[A-Za-z0-9_-]{35}',
  'eyJ[A-Za-z0-9_-]{10,2000}\\.eyJ[A-Za-z0-9_-]{10,2000}\\.[A-Za-z0-9_-]{10,1000}',
  // With raw newlines, or as JSON escapes them.
  '-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[A-Za-z0-9+/=\\s\\\\]{0,6000}-----END [A-Z ]{0,40}PRIVATE KEY-----',
];

export interface SecretMasker {
  pattern: RegExp;
  /** The maximum length of a match. */
  longest: number;
}

/** `environment` is the user's own, with its credentials. */
export function createMasker(environment: Readonly<Record<string, string | undefined>>): SecretMasker {
  const values = Object.entries(environment)
    .filter(([name, value]) => looksLikeCredential(name, value) && value !== undefined && value.length >= MIN_SECRET_LENGTH)
    .flatMap(([, value]) => writtenForms(value ?? ''))
    .map(latin1)
    // A secret may be part of a longer one.
    .sort((a, b) => b.length - a.length);
  const literal = [...new Set(values)].map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp([...literal, ...TOKEN_SHAPES].join('|'), 'g');
  return { pattern, longest: Math.max(MAX_TOKEN_LENGTH, ...values.map(({ length }) => length)) };
}

/** The raw value, and as JSON and XML reports escape it. */
export function writtenForms(value: string): string[] {
  const xml = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [value, JSON.stringify(value).slice(1, -1), xml, xml.replaceAll('"', '&quot;')];
}

/** Files are masked as Latin-1, which preserves every other byte. */
function latin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** One line, or a text that is completely in memory. */
export function maskText(text: string, { pattern }: SecretMasker): string {
  return Buffer.from(latin1(text).replace(pattern, MASK), 'latin1').toString('utf8');
}

/** A file that its command has removed or replaced is empty. */
export function copyMasked(from: string, to: string, masker: SecretMasker): void {
  const target = openSync(to, 'w');
  try {
    maskInto(from, target, masker);
  } catch (error) {
    // The system names only a descriptor.
    throw Object.assign(error as NodeJS.ErrnoException, { path: to });
  } finally {
    closeSync(target);
  }
}

function maskInto(from: string, target: number, masker: SecretMasker): void {
  const source = openRegularFile(from);
  if (source === null) return;
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  let text = '';
  try {
    for (let read = readSync(source, buffer); read > 0; read = readSync(source, buffer)) {
      text += buffer.toString('latin1', 0, read);
      const { masked, rest } = maskStart(text, text.length - masker.longest, masker.pattern);
      writeAll(target, masked);
      text = rest;
    }
    writeAll(target, maskStart(text, text.length, masker.pattern).masked);
  } finally {
    closeSync(source);
  }
}

/** Masks up to `limit`. A match that ends after it may continue in the next chunk, and waits for it. */
function maskStart(text: string, limit: number, pattern: RegExp): { masked: string; rest: string } {
  let masked = '';
  let done = 0;
  for (const { index, 0: secret } of text.matchAll(pattern)) {
    if (index + secret.length > limit) return { masked: masked + text.slice(done, index), rest: text.slice(index) };
    masked += text.slice(done, index) + MASK;
    done = index + secret.length;
  }
  const end = Math.max(done, limit);
  return { masked: masked + text.slice(done, end), rest: text.slice(end) };
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}
