// Access control. Any web page in the user's browser can send requests to loopback, and any
// program on the machine can connect; only the page that Hydra opened, and clients with its token, get a response.
import { timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

export interface Guard {
  token: string;
  port: number;
}

const READS = new Set(['GET', 'HEAD']);

export const SECURITY_HEADERS: Record<string, string> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export function guard({ token, port }: Guard): MiddlewareHandler {
  const cookie = `hydra-${port}`;
  return async (context, next) => {
    const refusal = whyRefused(context, cookie, { token, port });
    const given = context.req.query('token');
    if (refusal?.status === 403) context.res = refuse(context, refusal);
    else if (given !== undefined && READS.has(context.req.method)) context.res = exchange(context, cookie, given, token);
    else if (refusal !== null) context.res = refuse(context, refusal);
    else await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.res.headers.set(name, value);
  };
}

interface Refusal {
  status: 401 | 403;
  message: string;
}

function whyRefused(context: Context, cookie: string, { token, port }: Guard): Refusal | null {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]);
  // A DNS name that resolves to loopback would otherwise share our origin.
  if (!hosts.has(context.req.header('host') ?? ''))
    return { status: 403, message: 'This server answers only to its own address.' };
  const origin = context.req.header('origin');
  if (origin !== undefined && !hosts.has(origin.replace(/^http:\/\//, '')))
    return { status: 403, message: 'Another page may not talk to this server.' };
  const bearer = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1];
  if (!isSame(bearer ?? getCookie(context, cookie) ?? '', token))
    return { status: 401, message: 'Open the address that `hydra ui` printed: it carries the key to this page.' };
  // Browsers send the origin with every request that can change something; a request without it is not from a browser.
  if (!READS.has(context.req.method) && origin === undefined && bearer === undefined)
    return { status: 403, message: 'A request that changes something must come from the page, or carry the token as Bearer.' };
  return null;
}

/** Removes the token from the address bar, the history and screenshots. */
function exchange(context: Context, cookie: string, given: string, token: string): Response {
  if (!isSame(given, token))
    return refuse(context, { status: 401, message: 'This key belongs to a server that is no longer running.' });
  setCookie(context, cookie, token, { httpOnly: true, sameSite: 'Strict', path: '/' });
  return context.redirect('/', 303);
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function refuse(context: Context, { status, message }: Refusal): Response {
  return context.json({ error: { code: 'refused', message, next: 'Run `hydra ui` and use the address it prints.' } }, status);
}
