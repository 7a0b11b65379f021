// Access control. Any web page in the user's browser can send requests to loopback, and any
// program on the machine can connect; only browsers and programs that have exchanged a code get a response.
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { ACCESS_PAGE_POLICY, type AccessText, renderAccessPage, renderForwardPage } from './access-page.ts';
import type { Sessions } from './sessions.ts';

export interface Guard {
  sessions: Sessions;
  port: number;
}

const READS = new Set(['GET', 'HEAD']);
/** The only route without a session: it opens one. */
const SESSIONS_PATH = '/api/sessions';

const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const SECURITY_HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export function guard({ sessions, port }: Guard): MiddlewareHandler {
  const cookie = `hydra-${port}`;
  return async (context, next) => {
    const refusal = whyRefused(context, cookie, { sessions, port });
    const code = context.req.query('code');
    if (refusal?.status === 403) context.res = refuse(context, refusal);
    else if (code !== undefined && isPage(context)) context.res = exchange(context, cookie, code, sessions, refusal === null);
    else if (refusal !== null && !opensSession(context)) context.res = refuse(context, refusal);
    else await next();
    const { headers } = context.res;
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value);
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', CONTENT_POLICY);
  };
}

interface Refusal extends AccessText {
  status: 401 | 403;
}

const NEXT =
  'In the terminal that runs `hydra ui`, press Enter and open the address that it prints. If it does not run any more, start it.';

const NO_KEY: Refusal = {
  status: 401,
  title: 'This page needs a key',
  message: 'The address of `hydra ui` has a code that opens the page once.',
  next: NEXT,
};

export const USED_CODE: Refusal = {
  status: 401,
  title: 'This code was used or is unknown',
  message:
    'A code opens the page once. It ends with the `hydra ui` that printed it. If you did not use it yourself, stop `hydra ui`.',
  next: NEXT,
};

function forbidden(message: string, next = NEXT): Refusal {
  return { status: 403, title: 'Not allowed', message, next };
}

function whyRefused(context: Context, cookie: string, { sessions, port }: Guard): Refusal | null {
  const host = context.req.header('host') ?? '';
  // A DNS name that resolves to loopback would otherwise share our origin. On [::1] another user may listen.
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`)
    return forbidden('This server answers only to its own address.', `Open \`http://127.0.0.1:${port}\`.`);
  const origin = context.req.header('origin');
  if (origin !== undefined && origin !== `http://${host}`) return forbidden('Another page may not send requests to this server.');
  const [, token = ''] = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '') ?? [];
  if (sessions.hasToken(token)) return null;
  if (!sessions.hasCookie(getCookie(context, cookie) ?? '')) return NO_KEY;
  return READS.has(context.req.method) ? null : forbidden('A request that changes something needs the token of a session.');
}

function opensSession({ req }: Context): boolean {
  return req.method === 'POST' && req.path === SESSIONS_PATH;
}

function isPage({ req }: Context): boolean {
  return req.method === 'GET' && req.path === '/';
}

/** The code leaves the address bar, and is void: the history and the list of processes keep nothing of value. */
function exchange(context: Context, cookie: string, code: string, sessions: Sessions, isOpen: boolean): Response {
  const session = sessions.exchange(code);
  if (session === null && !isOpen) return refuse(context, USED_CODE);
  if (session !== null) setCookie(context, cookie, session.cookie, { httpOnly: true, sameSite: 'Strict', path: '/' });
  // The page moves the token from the fragment to its storage. No browser sends a fragment to a server.
  const target = session === null ? '/' : `/#token=${session.token}`;
  // Typed by the user, or opened by another program: then the browser sends the cookie on a redirect.
  if (context.req.header('sec-fetch-site') === 'none') return context.redirect(target, 303);
  return accessPage(context, renderForwardPage(target), 200);
}

function refuse(context: Context, refusal: Refusal): Response {
  const { status, message, next } = refusal;
  const isForPeople = !context.req.path.startsWith('/api/') && (context.req.header('accept') ?? '').includes('text/html');
  if (isForPeople) return accessPage(context, renderAccessPage(refusal), status);
  return context.json({ error: { code: 'refused', message, next } }, status);
}

function accessPage(context: Context, html: string, status: 200 | 401 | 403): Response {
  return context.html(html, status, { 'Content-Security-Policy': ACCESS_PAGE_POLICY, 'Cache-Control': 'no-store' });
}
