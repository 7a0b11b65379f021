// Long regular expressions, written as named parts. The names document the parts; they do not become capture groups.
// A part must not refer to a group by its number, because the parts before it may have groups too.

type Parts = Readonly<Record<string, RegExp>>;

/** Matches if one of the parts does. Flags of the parts are ignored. */
export function anyOf(parts: Parts, flags = ''): RegExp {
  const sources = Object.values(parts).map(({ source }) => source);
  return new RegExp(sources.join('|'), flags);
}

/** Matches the parts one after the other. Flags of the parts are ignored. */
export function inOrder(parts: Parts, flags = ''): RegExp {
  const sources = Object.values(parts).map(({ source }) => `(?:${source})`);
  return new RegExp(sources.join(''), flags);
}

export function repeated({ source, flags }: RegExp, least: number, most: number): RegExp {
  return new RegExp(`(?:${source}){${least},${most}}`, flags);
}
