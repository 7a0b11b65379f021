// What the address of a shared store means: a folder, or a bucket with the settings of the environment.
import { resolve } from 'node:path';
import { hydraError } from '../../contract/index.ts';

export type StoreAddress = { kind: 'folder'; path: string } | { kind: 's3'; bucket: string; prefix: string };

const SCHEME = /^([a-z][a-z0-9+.-]+):/i;
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
// Without characters that have to be encoded, and without `.` and `..`, which HTTP clients resolve.
const PREFIX_PART = /^(?!\.{1,2}$)[A-Za-z0-9._=-]+$/;

export function parseStoreAddress(address: string): StoreAddress {
  const scheme = SCHEME.exec(address)?.[1]?.toLowerCase();
  if (scheme === 's3') return parseBucket(address);
  if (scheme !== undefined) throw addressError(address, `its scheme is \`${scheme}:\``);
  if (address === '' || address.includes('\0')) throw addressError(address, 'it is not a path');
  return { kind: 'folder', path: resolve(address) };
}

function parseBucket(address: string): StoreAddress {
  const [bucket = '', ...prefix] = address.replace(/^s3:\/*/i, '').split('/');
  if (address.includes('@')) throw addressError(address, 'it contains credentials, which belong in AWS_ACCESS_KEY_ID and others');
  if (!/^s3:\/\//i.test(address) || !BUCKET.test(bucket))
    throw addressError(address, `\`${bucket}\` is not the name of a bucket`);
  const parts = prefix.filter((part) => part !== '');
  const bad = parts.find((part) => !PREFIX_PART.test(part));
  if (bad !== undefined) throw addressError(address, `\`${bad}\` cannot be part of its prefix`);
  return { kind: 's3', bucket, prefix: parts.join('/') };
}

function addressError(address: string, problem: string): Error {
  return hydraError('store_address', { problem }, { value: withoutUserInfo(address) });
}

/** For messages: an address may contain a password by mistake. */
export function withoutUserInfo(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:\/*)?.*@/i, '$1***@');
}
