// `hydra doctor --prove`: whether the checks of this repository measure anything. The base compared with itself must be level,
// an empty diff must be refused, and the checks must catch small mutations of executed lines.
import { HydraError, type Policy, type Scorecard } from '../contract/index.ts';
import { commitWithFiles, findRepository, type ResolvedCommit, resolveCommit } from '../git/index.ts';
import { prepareRun, scorePrepared } from '../pipeline/index.ts';
import type { DiagnosisOptions, Diagnostic } from './diagnostic.ts';
import { executedLines } from './executed-lines.ts';
import { applyMutation, listMutations, type Mutation, type SourceFile, spread } from './mutations.ts';
import { readSourceFiles } from './source-files.ts';
import { inTrial, inTrialArea, type TrialArea } from './try-checks.ts';
import { readWorkingSettings } from './working-settings.ts';

const MAX_MUTATIONS = 10;

/** Empty when there is nothing to prove: no repository, no commit. */
export async function proveChecks(cwd: string, options: DiagnosisOptions): Promise<Diagnostic[]> {
  try {
    const repository = await findRepository(cwd);
    const base = await resolveCommit(repository, 'HEAD');
    if (base === null) return [];
    const policy = policyOfProof(readWorkingSettings(repository));
    return await inTrialArea(repository, base, (area) => prove(area, policy, options));
  } catch (error) {
    if (!(error instanceof HydraError)) throw error;
    return [{ state: 'fault', subject: 'proof', text: error.message, next: error.next }];
  }
}

/** Only the results of the commands, without what Hydra adds to a ranking. */
function policyOfProof(policy: Policy): Policy {
  const { scoring } = policy;
  return {
    ...policy,
    scoring: {
      ...scoring,
      tests: { ...scoring.tests, reruns: Math.min(1, scoring.tests.reruns) },
      cross_tests: { ...scoring.cross_tests, enabled: false },
      integrity: { ...scoring.integrity, canary: false },
    },
  };
}

async function prove(area: TrialArea, policy: Policy, options: DiagnosisOptions): Promise<Diagnostic[]> {
  const sources = await readSourceFiles(area.objects, area.base.tree);
  const [first] = sources;
  if (first === undefined) {
    const next = 'Languages that can be mutated: JavaScript, TypeScript, Python, Go, Rust, Java, Kotlin, Ruby, PHP, C, C++, C#.';
    return [{ state: 'note', subject: 'proof', text: 'found no source file to mutate', next }];
  }
  const itself = await proveItself(area, policy, options, first);
  if (itself.some(({ state }) => state === 'fault')) return itself;
  return [...itself, await proveMutations(area, policy, options, sources)];
}

/** Two candidates that only change the end of a file, and one that changes nothing. */
async function proveItself(
  area: TrialArea,
  policy: Policy,
  options: DiagnosisOptions,
  source: SourceFile,
): Promise<Diagnostic[]> {
  const copy = await withText(area, source.path, `${source.text}\n`);
  const { verdict, rankings } = await scoreIn(area, policy, options, { 'same-1': copy, 'same-2': copy, empty: area.base });
  // Failing tests of the base leave the verdict unproven, because no candidate passes one: the passing ones still measure.
  const isMeasured = verdict.class !== 'unproven' || rankings.some(({ breakdown }) => (breakdown.tests ?? 0) > 0);
  if (!isMeasured) {
    return [
      { state: 'fault', subject: 'proof', text: `the checks measure nothing on the base: ${verdict.reason}`, next: verdict.next },
    ];
  }
  const same = rankings.filter(({ agent, mergeable }) => agent !== 'empty' && mergeable);
  const isLevel = same.length === 2 && same[0]?.total_unrounded === same[1]?.total_unrounded;
  const isRefused = rankings.some(({ agent, mergeable }) => agent === 'empty' && !mergeable);
  return [
    isLevel
      ? ok('base compared with itself', 'level, as expected')
      : fault(
          'base compared with itself',
          `not level: ${verdict.reason}`,
          'Tests or lint give different results on the same sources: look for flaky tests.',
        ),
    isRefused ? ok('empty diff', 'refused, as expected') : fault('empty diff', 'not refused', null),
  ];
}

async function proveMutations(
  area: TrialArea,
  policy: Policy,
  options: DiagnosisOptions,
  sources: readonly SourceFile[],
): Promise<Diagnostic> {
  const startedAt = Date.now();
  const all = sources.flatMap(listMutations);
  const executed = await executedLines(area, policy, options, [...new Set(all.map(({ path }) => path))]);
  const chosen = spread(executed === null ? all : all.filter(({ path, line }) => executed.has(`${path}:${line}`)), MAX_MUTATIONS);
  const subject = 'mutations';
  if (chosen.length === 0) {
    const text = all.length === 0 ? 'found no line to mutate' : 'the tests execute no line that can be mutated';
    return { state: all.length === 0 ? 'note' : 'fault', subject, text, next: 'Add tests that execute the sources.' };
  }
  const mutants: Record<string, ResolvedCommit> = {};
  for (const [index, mutation] of chosen.entries()) {
    const source = sources.find(({ path }) => path === mutation.path);
    if (source !== undefined)
      mutants[`mutation-${index + 1}`] = await withText(area, source.path, applyMutation(source, mutation));
  }
  const { rankings } = await scoreIn(area, policy, options, mutants);
  const missed = chosen.filter((_, index) =>
    rankings.some(({ agent, mergeable }) => agent === `mutation-${index + 1}` && mergeable),
  );
  return describeMutations(chosen, missed, executed !== null, Date.now() - startedAt);
}

function describeMutations(
  chosen: readonly Mutation[],
  missed: readonly Mutation[],
  isExecuted: boolean,
  ms: number,
): Diagnostic {
  const caught = chosen.length - missed.length;
  const lines = isExecuted ? 'lines that tests execute' : 'lines, which tests may or may not execute';
  const text = `the checks catch ${caught} of ${chosen.length} small mutations of ${lines} (${(ms / 1000).toFixed(1)} s)`;
  const places = missed.map(
    ({ path, line, before, after }) => `${path}:${line}: \`${before.trim()}\` became \`${after.trim()}\``,
  );
  const next = missed.length === 0 ? null : `Not caught: ${places.join('; ')}.`;
  const state = caught === 0 ? 'fault' : caught * 2 < chosen.length ? 'note' : 'ok';
  return { state, subject: 'mutations', text, next };
}

function withText({ objects, base }: TrialArea, path: string, text: string): Promise<ResolvedCommit> {
  return commitWithFiles(objects, base, [{ path, content: Buffer.from(text), isExecutable: false }]);
}

/** A temporary run in the trial area. */
async function scoreIn(
  area: TrialArea,
  policy: Policy,
  { signal, watch }: DiagnosisOptions,
  commits: Readonly<Record<string, ResolvedCommit>>,
): Promise<Scorecard> {
  return inTrial(area, { policy, jobs: null, useCache: true, signal, watch }, async ({ place, capturer, events }) => {
    const candidates = Object.entries(commits).map(([name, commit]) => ({
      ...{ name, commit, source: { kind: 'ref' as const, value: commit.commit }, start: area.base.commit },
    }));
    const base = { ref: 'HEAD', ...area.base };
    const prepared = await prepareRun(place, { base, task: null, merge_of: null, policy, candidates });
    return (await scorePrepared(prepared, { capturer, events })).scorecard;
  });
}

function ok(subject: string, text: string): Diagnostic {
  return { state: 'ok', subject, text, next: null };
}

function fault(subject: string, text: string, next: string | null): Diagnostic {
  return { state: 'fault', subject, text, next };
}
