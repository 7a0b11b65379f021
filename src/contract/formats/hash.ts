// Content hashes that are equal in Node and in the browser.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical-json.ts';

export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The identity of a value: the hash of its canonical bytes. */
export function hashOf(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}
