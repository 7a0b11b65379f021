// Chooses the test files of the base to copy, and writes the copies: one with other names, others also with wrong expected
// values or with other inputs.
import { atOnce, type Diff, mapInSteps, type Steps, type VariedFile } from '../../contract/index.ts';
import { supportRole } from '../../tools/index.ts';
import { type ChooseLiteral, copyTests, openDraw, openTestIds, type ReadTests, readTests } from '../vary/index.ts';

/** The ids of tests that pass with the candidate. */
export interface PassingTests {
  /** They fail on the base. */
  fixed: readonly string[];
  /** They pass on the base too. */
  kept: readonly string[];
}

const MAX_FILES = 3;
/** Of a file with more tests, only one assertion of each is changed. */
const MAX_TESTS_TWICE = 30;
const MAX_TESTS = 100;

/** Empty if no test of the base can be copied. */
export function chooseVaried(...of: Parameters<typeof chooseInSteps>): VariedFile[] {
  return atOnce(chooseInSteps(...of));
}

/** One file at a time. */
export function* chooseInSteps(
  files: readonly { path: string; text: string }[],
  passing: PassingTests,
  diff: Diff,
  { seed, withInputs }: { seed: string; withInputs: boolean },
): Steps<VariedFile[]> {
  const inFiles = yield* mapInSteps(files, ({ path, text }) => readTests(path, text) ?? []);
  const read = inFiles.flat().filter(({ tests }) => tests.length <= MAX_TESTS);
  const aboutTask = mostTests(read, passing.fixed);
  const mentioned = wordsFor(diff);
  const chosen =
    aboutTask.length > 0
      ? aboutTask
      : mostTests(
          read.filter(({ source }) => mentioned?.test(source.text) === true),
          passing.kept,
        );
  const copies = chosen.flatMap((each) => copiesOf(each, seed, withInputs));
  // Without a wrong value nothing shows that an assertion has an effect.
  return copies.some(({ tests }) => tests.some(({ change }) => change !== null)) ? copies : [];
}

/** The files with the most of these tests, if one of them has an expected value to change. */
function mostTests(read: readonly ReadTests[], ids: readonly string[]): ReadTests[] {
  const isWanted = openTestIds(ids);
  const counted = read.map((each) => {
    const own = each.tests.filter(({ name }) => isWanted(each.path, name));
    return { each, count: own.length, canChange: own.some(({ literals }) => literals.length > 0) };
  });
  return counted
    .filter(({ count, canChange }) => count > 0 && canChange)
    .sort((a, b) => b.count - a.count || (a.each.path < b.each.path ? -1 : 1))
    .slice(0, MAX_FILES)
    .map(({ each }) => each);
}

/** Matches a text that mentions a changed source file by its name; null if no name is long enough. */
function wordsFor({ files }: Diff): RegExp | null {
  const stems = files
    .filter(({ path }) => supportRole(path) === null)
    .map(({ path }) => path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/s, ''))
    .filter((stem) => /^\w[\w-]{2,40}$/.test(stem))
    .slice(0, 50);
  return stems.length === 0 ? null : new RegExp(`(?<![A-Za-z0-9])(?:${stems.join('|')})(?![A-Za-z0-9])`, 'i');
}

function copiesOf(read: ReadTests, seed: string, withInputs: boolean): VariedFile[] {
  const draw = openDraw(seed, `varied ${read.path}`);
  const last: ChooseLiteral = ({ literals }) => literals.at(-1) ?? null;
  const other: ChooseLiteral = ({ literals }) => (literals.length < 2 ? null : draw.pick(literals.slice(0, -1)));
  const isTwice = read.tests.length <= MAX_TESTS_TWICE && read.tests.some(({ literals }) => literals.length > 1);
  const input: ChooseLiteral = ({ inputs }) => (inputs.length === 0 ? null : draw.pick(inputs));
  const hasInputs = withInputs && read.tests.some(({ inputs }) => inputs.length > 0);
  const choices: ChooseLiteral[] = [() => null, last, ...(isTwice ? [other] : []), ...(hasInputs ? [input, input] : [])];
  const copies = choices.flatMap((choose) => copyTests(read, draw, choose) ?? []);
  return copies.map((copy) => ({ ...copy, beside: read.path }));
}
