// The base score of a CVSS 3.0 or 3.1 vector, for tools that state only the vector.
// score = roundup(min(10, impact + exploitability)), times 1.08 before the minimum when the scope changes; 0 to 10.
// Example: CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H is 9.8.

const WEIGHTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  PR: { N: 0.85, L: 0.62, H: 0.27 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
};
/** Privileges weigh more when the scope changes. */
const PRIVILEGES_OUTSIDE: Readonly<Record<string, number>> = { N: 0.85, L: 0.68, H: 0.5 };

/** Null for a vector of another version or with a metric missing. */
export function cvssBaseScore(vector: string): number | null {
  if (!/^CVSS:3\.[01]\//.test(vector)) return null;
  const metrics = new Map(vector.split('/').map((part) => part.split(':', 2) as [string, string]));
  const changed = metrics.get('S') === 'C';
  const weight = (name: string) => {
    const value = metrics.get(name) ?? '';
    return name === 'PR' && changed ? PRIVILEGES_OUTSIDE[value] : WEIGHTS[name]?.[value];
  };
  const [av, ac, pr, ui, c, i, a] = ['AV', 'AC', 'PR', 'UI', 'C', 'I', 'A'].map(weight);
  if ([av, ac, pr, ui, c, i, a].includes(undefined)) return null;
  const exploitability = 8.22 * (av ?? 0) * (ac ?? 0) * (pr ?? 0) * (ui ?? 0);
  const lost = 1 - (1 - (c ?? 0)) * (1 - (i ?? 0)) * (1 - (a ?? 0));
  const impact = changed ? 7.52 * (lost - 0.029) - 3.25 * power15(lost - 0.02) : 6.42 * lost;
  if (impact <= 0) return 0;
  return roundUp(Math.min(10, (impact + exploitability) * (changed ? 1.08 : 1)));
}

function power15(base: number): number {
  const cube = base * base * base;
  return cube * cube * cube * cube * cube;
}

/** To one decimal, upwards; the whole number in between keeps machine rounding out. */
function roundUp(score: number): number {
  const scaled = Math.round(score * 100_000);
  return scaled % 10_000 === 0 ? scaled / 100_000 : (Math.floor(scaled / 10_000) + 1) / 10;
}
