// Contract: converts stored files of version 1 to the current schemas. It adds only members derived from the
// file itself; the version and all hashed members stay unchanged.
type Json = Record<string, unknown>;

/** `value` is any JSON; anything but a file of version 1 is returned unchanged. */
export function upgradeStored(kind: string, value: unknown): unknown {
  if (kind !== 'scorecard' || !isObject(value) || value.schema_version !== 1 || 'verdict' in value) return value;
  const rankings = Array.isArray(value.rankings) ? value.rankings : [];
  return {
    ...value,
    verdict: verdictOfVersion1(value, rankings.filter(isObject)),
    rankings: rankings.map((ranking) => (isObject(ranking) ? { needs_review: false, ...ranking } : ranking)),
  };
}

function verdictOfVersion1({ winner, run_id: run, scoring_version: version }: Json, rankings: readonly Json[]): Json {
  const leader = rankings.find(({ agent }) => agent === winner);
  const reason = `scored by scoring version ${String(version)}; \`hydra replay ${String(run)}\` scores it with the present one`;
  if (leader === undefined) return { class: 'none', leaders: [], reason, next: null };
  const others = rankings.filter((ranking) => ranking !== leader);
  const byTests = others.length > 0 && others.every((other) => isBehindInTests(leader, other));
  return { class: byTests ? 'decided_by_tests' : 'decided_by_quality', leaders: [winner], reason, next: null };
}

function isBehindInTests(leader: Json, other: Json): boolean {
  const scores = ({ breakdown }: Json) => (isObject(breakdown) ? [breakdown.build, breakdown.tests] : []);
  const best = scores(leader);
  return scores(other).some((score, index) => Number(score) < Number(best[index]));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
