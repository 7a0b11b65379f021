// Serves files in chunks. A log may have hundreds of megabytes; a response has only the requested part.
import { createReadStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';

/** A larger response would only fill memory on both sides. */
const MAX_BYTES = 8 * 1024 * 1024;

export function sendFile(file: string, rangeHeader: string | undefined, type: string): Response {
  const { size } = statSync(file);
  const range = readRange(rangeHeader, size);
  const headers = {
    'Content-Type': type,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  if (range === null) return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` } });
  const { start, end } = range;
  const body = size === 0 ? null : (Readable.toWeb(createReadStream(file, { start, end })) as ReadableStream);
  const length = size === 0 ? 0 : end - start + 1;
  const whole = length === size;
  return new Response(body, {
    status: whole ? 200 : 206,
    headers: {
      ...headers,
      'Content-Length': String(length),
      ...(whole ? {} : { 'Content-Range': `bytes ${start}-${end}/${size}` }),
    },
  });
}

/** Null if the range is outside the file. Without a range, the beginning is sent. */
export function readRange(header: string | undefined, size: number): { start: number; end: number } | null {
  const last = size - 1;
  const [, first, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || to === undefined || (first === '' && to === ''))
    return { start: 0, end: Math.min(last, MAX_BYTES - 1) };
  const start = first === '' ? Math.max(0, size - Number(to)) : Number(first);
  if (start >= size && size > 0) return null;
  const end = first === '' || to === '' ? last : Math.min(Number(to), last);
  return end < start && size > 0 ? null : { start, end: Math.min(end, start + MAX_BYTES - 1) };
}
