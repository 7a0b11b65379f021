// The token of the page, which every request that changes something needs. It is in the storage of the page's origin: unlike a
// cookie, servers on other ports of this machine do not get it.
const KEY = 'hydra-token';
const FRAGMENT = /^#token=([\w-]+)$/;

/** Only where the browser denies storage: then it lasts until the page is reloaded. */
let unstored: string | null = null;

/** After the exchange of a code the server passes the token in the address, from which this removes it. */
export function takeToken(): void {
  const [, token] = FRAGMENT.exec(location.hash) ?? [];
  if (token === undefined) return;
  history.replaceState(null, '', location.pathname);
  try {
    localStorage.setItem(KEY, token);
  } catch {
    unstored = token;
  }
}

/** The headers of a request to the server. */
export function authorization(): Record<string, string> {
  const token = storedToken() ?? unstored;
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

function storedToken(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
