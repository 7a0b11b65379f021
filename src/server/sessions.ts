// One-time codes and the sessions that they open. A code is part of an address, which other users of the machine may see in the
// list of processes; after its first use it is void.
import { createHash, randomBytes } from 'node:crypto';

export interface Sessions {
  /** `onUsed` is called once, when the code is exchanged. */
  createCode(onUsed?: () => void): string;
  /** Null if the code is unknown or was used. */
  exchange(code: string): Session | null;
  hasToken(token: string): boolean;
  hasCookie(cookie: string): boolean;
}

export interface Session {
  /** Gives full access. A page keeps it in the storage of its origin. */
  token: string;
  /** Gives read access, for what a browser requests without headers. Browsers send cookies to every port of a host. */
  cookie: string;
}

const SECRET_BYTES = 24;

export function openSessions(): Sessions {
  /** By hash, so that the time of a lookup says nothing about a secret. */
  const codes = new Map<string, () => void>();
  const tokens = new Set<string>();
  const cookies = new Set<string>();
  return {
    createCode(onUsed = () => {}) {
      const code = newSecret();
      codes.set(hashOf(code), onUsed);
      return code;
    },
    exchange(code) {
      const onUsed = codes.get(hashOf(code));
      if (onUsed === undefined) return null;
      codes.delete(hashOf(code));
      const session = { token: newSecret(), cookie: newSecret() };
      tokens.add(hashOf(session.token));
      cookies.add(hashOf(session.cookie));
      onUsed();
      return session;
    },
    hasToken: (token) => tokens.has(hashOf(token)),
    hasCookie: (cookie) => cookies.has(hashOf(cookie)),
  };
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}
