// Tests of the base that no candidate passes, such as those that use an interface that the task changes. They are no fault of
// one candidate: a user decides about them.
import type { CandidateFacts, ContestedTest, TestDecision } from '../contract/index.ts';
import { withDecisions } from './compare-run.ts';
import { type CandidateCaptures, decidingTree } from './run-reading.ts';

/** `dependent` are groups of candidates with one vote: those of one group would excuse each other. */
export function giveUpTests(
  facts: readonly CandidateFacts[],
  captures: readonly CandidateCaptures[],
  dependent: readonly (readonly string[])[],
  decisions: readonly TestDecision[],
): CandidateFacts[] {
  const authors = facts.filter(({ diff, change }) => diff.files.length > 0 && change === 'code');
  const votes = new Set(authors.map(({ name }) => dependent.find((group) => group.includes(name))?.[0] ?? name));
  const [first, ...others] = authors.map(({ tests }) => (tests.state === 'measured' ? tests.regressed : []));
  const lostBy = others.map((ids) => new Set(ids));
  const adapted = new Set(authors.flatMap(adaptedTests));
  const ids = (first ?? []).filter((id) => !adapted.has(id) && lostBy.every((lost) => lost.has(id)));
  if (votes.size < 2 || ids.length === 0) return [...facts];
  const lines = captures.flatMap((candidate) => compilerLine(candidate) ?? []);
  // The source of one candidate may not compile either: that line is not about the tests.
  const inTests = lines.find((line) => ids.some((id) => line.startsWith(`${pathIn(id)}:`)));
  const why = inTests ?? lines[0] ?? null;
  const given = ids.map((id): ContestedTest => ({ id, path: pathIn(id), own: 'given_up', ...(why === null ? {} : { why }) }));
  return facts.map((candidate) => {
    const { tests } = candidate;
    if (tests.state !== 'measured') return candidate;
    // A change of comments alone breaks nothing, and shows nothing.
    const lost = given.filter(({ id }) => tests.regressed.includes(id));
    if (lost.length === 0) return candidate;
    const contested = [...tests.contested.filter(({ id }) => !lost.some((each) => each.id === id)), ...lost];
    return { ...candidate, tests: withDecisions({ ...tests, contested }, candidate.name, decisions) };
  });
}

/** Tests that it changed openly. Without the file, they are removed openly; a test deleted from a file that stays is only lost. */
function adaptedTests({ tests, diff }: CandidateFacts): string[] {
  if (tests.state !== 'measured') return [];
  const deleted = new Set(diff.files.filter(({ status }) => status === 'deleted').map(({ path }) => path));
  return tests.contested.filter(({ own, path }) => own === 'passed' || deleted.has(path)).map(({ id }) => id);
}

/** The file in the name of a test; empty if there is none. */
function pathIn(id: string): string {
  return /(?:^|\s)((?:[\w.@+-]+\/)*[\w.@+-]+\.[A-Za-z]\w{0,4})(?=$|[\s:>])/.exec(id)?.[1] ?? '';
}

const MAX_LENGTH = 200;
/** `src/a.c:3:5: error: text`, `./a_test.go:5:10: text`, `src/a.ts(3,5): error TS1: text`, `/src/A.java:[3,5] text`. */
const PLACED =
  /^(?:\[ERROR\] )?\.?\/?((?:[\w.@+-]+\/)*[\w.@+-]+\.\w{1,5})[:(]\[?(\d{1,7})[,:]\d{1,7}(?:[:)\]]+) *((?:fatal )?error\b[^\n]{1,300}|[a-z][^\n]{1,300})$/;
/** rustc: the message, and its place in the next line. */
const RUSTC = /^error(?:\[\w+\])?: (.{1,300})$/;
const RUSTC_PLACE = /^ *--> ([^:\s]{1,300}):(\d{1,7})/;

/** The first error that a compiler reports with its place in the run that decides; null without one. */
function compilerLine(candidate: CandidateCaptures): string | null {
  const tree = decidingTree(candidate);
  const run = candidate.testRuns.find((each) => each.run.check === 'test' && each.run.tree === tree && each.run.attempt === null);
  const lines = (run?.output ?? '').split('\n');
  for (const [index, line] of lines.entries()) {
    const placed = line.length > 1000 ? null : PLACED.exec(line);
    if (placed !== null) return clipped(`${placed[1]}:${placed[2]}: ${placed[3]}`);
    const message = RUSTC.exec(line)?.[1];
    const place = message === undefined ? null : RUSTC_PLACE.exec(lines[index + 1] ?? '');
    if (place !== null) return clipped(`${place[1]}:${place[2]}: ${message}`);
  }
  return null;
}

function clipped(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
