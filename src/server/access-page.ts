// What a browser without a valid key sees: what happened, and what to do next. Also the page that completes the exchange of a code.
import { createHash } from 'node:crypto';

export interface AccessText {
  title: string;
  message: string;
  /** May have the marks of `code`. */
  next: string;
}

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.5rem}
code{font-family:ui-monospace,monospace;padding:.1em .3em;border:1px solid}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export const ACCESS_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function renderAccessPage({ title, message, next }: AccessText): string {
  return page(
    title,
    '',
    `<h1>${escaped(title)}</h1>
<p>${withCode(message)}</p>
<p>${withCode(next)}</p>
<p>If this browser has already opened the page, <a href="/">open it again</a>.</p>`,
  );
}

/**
 * Opens the page from a document of this server. The browser came from the file that `hydra ui` wrote; on a redirect of that navigation it
 * would not send a cookie that is limited to this site.
 */
export function renderForwardPage(target: string): string {
  return forward(target);
}

/** The file that `hydra ui` opens in the browser. */
export function renderOpenerPage(address: string): string {
  return forward(address);
}

function forward(address: string): string {
  const target = escaped(address);
  return page('Hydra', `<meta http-equiv="refresh" content="0;url=${target}">`, `<p><a href="${target}">Open Hydra</a></p>`);
}

function page(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>${head}<style>${STYLE}</style></head>
<body><main>
${body}
</main></body>
</html>
`;
}

function withCode(text: string): string {
  return escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
