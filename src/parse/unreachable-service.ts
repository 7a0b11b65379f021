// Tells "the advisory service did not answer" from "advisories were found": scanners exit with 1 for both.

const SIGNS: readonly RegExp[] = [
  // npm, and the JSON that it prints.
  /audit endpoint returned an error|"code": ?"E(?:NOAUDIT|NOTFOUND|CONNREFUSED|CONNRESET|TIMEDOUT|AI_AGAIN)"|npm (?:ERR!|error) code E(?:NOTFOUND|CONNREFUSED|CONNRESET|TIMEDOUT|AI_AGAIN|NETUNREACH)/,
  /ERR_PNPM_(?:AUDIT_BAD_RESPONSE|AUDIT_ENDPOINT_NOT_EXISTS|META_FETCH_FAIL|FETCH_\d{3})/,
  // yarn 1 and later.
  /An unexpected error occurred: "[^"\n]{0,300}(?:ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|50\d)|YN0001:.{0,200}(?:RequestError|HTTPError|ENOTFOUND|ECONNREFUSED|ETIMEDOUT)/,
  /error: (?:couldn't|failed to) (?:fetch|load|open) advisory database|error: couldn't fetch/,
  /pip_audit\.\S{0,80}(?:ServiceError|ConnectionError)|requests\.exceptions\.(?:ConnectionError|Timeout|HTTPError)|Max retries exceeded with url|Connection(?:Error| refused)|Temporary failure in name resolution|Name or service not known/,
  /(?:osv(?:-scanner)?|api\.osv\.dev).{0,200}(?:no such host|connection refused|i\/o timeout|context deadline exceeded|50\d)/i,
];

/** `tail` is the end of the output. The line that says so, or null. */
export function findUnreachable(exitCode: number | null, tail: string): string | null {
  if (exitCode === 0) return null;
  for (const sign of SIGNS) {
    const found = sign.exec(tail);
    if (found !== null) return `the advisory service did not answer: ${lineAround(tail, found.index)}`;
  }
  return null;
}

function lineAround(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at) + 1;
  const end = text.indexOf('\n', at);
  const line = text.slice(start, end === -1 ? undefined : end);
  return line.trim().slice(0, 200);
}
