// Suggests the name that the user probably meant.
import { distance } from 'fastest-levenshtein';

/** The closest of `known`, if it is close enough to be a typo: a third of the letters, at least one. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  let best: { name: string; slips: number } | undefined;
  for (const candidate of known) {
    const longer = Math.max(name.length, candidate.length);
    const allowed = Math.max(1, Math.floor(longer / 3));
    if (Math.abs(name.length - candidate.length) > allowed) continue;
    const slips = distance(name.toLowerCase(), candidate.toLowerCase());
    if (slips <= allowed && (best === undefined || slips < best.slips)) best = { name: candidate, slips };
  }
  return best?.name;
}
