// Finds an item by its name, or suggests the closest name.
import { closestName, unknownDimensionError } from '../config/index.ts';
import { DIMENSION_IDS, hydraError, type Ranking, type ScoreId } from '../contract/index.ts';

const NAMES_SHOWN = 10;

/** Of the built-in dimensions and the metrics of a candidate. */
export function findDimension(name: string, { dimensions }: Ranking): ScoreId {
  const known = [...new Set([...DIMENSION_IDS, ...dimensions.map(({ id }) => id)])];
  if (known.includes(name)) return name;
  throw unknownDimensionError(name, known);
}

export function findCandidate(name: string, rankings: readonly Ranking[]): Ranking {
  const found = rankings.find(({ agent }) => agent === name);
  if (found !== undefined) return found;
  const names = rankings.map(({ agent }) => agent);
  throw hydraError('unknown_candidate', { candidate: name, suggestion: suggest(name, names, 'Candidates') }, { value: name });
}

function suggest(name: string, known: readonly string[], heading: string): string {
  const close = closestName(name, known);
  return close === undefined ? `${heading}: ${listNames(known)}.` : `Did you mean \`${close}\`?`;
}

export function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const shown = names.slice(0, NAMES_SHOWN).map((name) => `\`${name}\``);
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
