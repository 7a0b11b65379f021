// Finds the examples in the text of a task. Hostile texts cost linear time: lengths and numbers of attempts are bounded.
import type { ExampleLanguage, TaskExample } from '../contract/index.ts';
import { type Block, readBlocks } from './blocks.ts';
import { readDoctests } from './doctests.ts';
import { readInputs } from './inputs.ts';
import { readProgram } from './programs/read-program.ts';
import type { ProgramLanguage } from './programs/split-program.ts';
import type { Reading } from './reading.ts';
import { readReports } from './reports.ts';
import { isConsoleSession, readConsole } from './script/console.ts';
import { readReport } from './script/reports.ts';
import { readScript } from './script/session.ts';
import { isComplaint, stanceOf } from './stance.ts';
import { readStatements } from './statements.ts';
import { type Subject, subjectOf } from './subject.ts';
import type { CodeLanguage } from './syntax.ts';
import { isTranscript, readTranscript } from './transcripts.ts';

/** Further examples add nothing but time. */
const MAX_EXAMPLES = 50;

const LANGUAGE_OF_FENCE: ReadonlyMap<string, ExampleLanguage> = new Map([
  ...(['python', 'py', 'python3', 'pycon', 'pytb', 'py3'].map((info) => [info, 'python']) as [string, ExampleLanguage][]),
  ...(['javascript', 'js', 'jsx', 'mjs', 'cjs', 'node'].map((info) => [info, 'javascript']) as [string, ExampleLanguage][]),
  ...(['typescript', 'ts', 'tsx', 'mts', 'cts'].map((info) => [info, 'typescript']) as [string, ExampleLanguage][]),
  ...(['go', 'golang'].map((info) => [info, 'go']) as [string, ExampleLanguage][]),
  ...(['rust', 'rs'].map((info) => [info, 'rust']) as [string, ExampleLanguage][]),
  ...(['sh', 'bash', 'shell', 'console', 'shell-session', 'zsh', 'terminal', 'shellsession'].map((info) => [info, 'shell']) as [
    string,
    ExampleLanguage,
  ][]),
]);

/** `languages`: those of the repository, the most likely one first. */
export function readExamples(text: string, languages: readonly ExampleLanguage[]): TaskExample[] {
  const isReport = isComplaint(text);
  const subject = subjectOf(text);
  const blocks = readBlocks(text);
  const readings = blocks.flatMap((block, index) => {
    const stance = stanceOf(block);
    return readBlock(block, languages, blocks.slice(index + 1), subject).filter(
      (reading) => reading.isFirm || stance === 'wanted' || (stance === 'open' && !isReport),
    );
  });
  const reports = readReports(blocks, (block) => programLanguage(languageOf(block, languages)));
  return numbered(withoutContradictions([...readings, ...reports])).slice(0, MAX_EXAMPLES);
}

/** `below`: the blocks that follow it. */
function readBlock(
  block: Block,
  languages: readonly ExampleLanguage[],
  below: readonly Block[],
  subject: Subject | null,
): Reading[] {
  const language = languageOf(block, languages);
  if (isTranscript(block) && languages.includes('shell') && (language === 'shell' || !LANGUAGE_OF_FENCE.has(block.info)))
    return readTranscript(block, below[0]?.kind === 'prose' ? below[0].text : '');
  if (language === null || language === 'shell') return [];
  if (/^\s{0,20}>>>/m.test(block.text)) return language === 'python' || languages.includes('python') ? readDoctests([block]) : [];
  const calls = readCalls(block, language, below);
  return subject === null || programLanguage(language) !== null ? calls : [...calls, ...readInputs(block, language, subject)];
}

function readCalls(block: Block, language: CodeLanguage, below: readonly Block[]): Reading[] {
  const program = programLanguage(language);
  if (program === null) return isScript(language) ? readScriptBlock(block, language, below) : readStatements(block, language);
  return [...readProgram(block, program), ...readStatements(block, language).filter(({ call }) => !PRINTS.test(call))];
}

/** Calls that return nothing about what they print or check. */
const PRINTS = /^(?:fmt\.|log\.|e?print(?:ln)?[!(]|(?:debug_)?assert\w*!|panic)/;

function programLanguage(language: ExampleLanguage | null): ProgramLanguage | null {
  return language === 'go' || language === 'rust' ? language : null;
}

function isScript(language: ExampleLanguage): boolean {
  return language === 'javascript' || language === 'typescript';
}

function readScriptBlock(block: Block, language: CodeLanguage, below: readonly Block[]): Reading[] {
  if (isConsoleSession(block)) return readConsole(block, language);
  return block.kind === 'prose' ? readStatements(block, language) : readCode(block, language, below);
}

/** Its statements with their results, and the one call whose result the text below it states. */
function readCode(block: Block, language: CodeLanguage, below: readonly Block[]): Reading[] {
  const { readings, open } = readScript(block.text, language, block.line);
  if (readings.length === 0 && open === null) return readStatements(block, language);
  const report = open === null ? null : readReport(open, below);
  return report === null ? [...readings] : [...readings, report];
}

/** Null for a block in a language that the repository does not use. */
function languageOf({ info }: Block, languages: readonly ExampleLanguage[]): ExampleLanguage | null {
  const named = LANGUAGE_OF_FENCE.get(info);
  if (named === undefined) return languages.find((language) => language !== 'shell') ?? null;
  if (languages.includes(named)) return named;
  const sibling: ExampleLanguage | null = named === 'javascript' ? 'typescript' : named === 'typescript' ? 'javascript' : null;
  return sibling !== null && languages.includes(sibling) ? sibling : null;
}

/** An example that is stated twice counts once; of two that contradict each other none is certain, unless one says "should". */
function withoutContradictions(readings: readonly Reading[]): Reading[] {
  const byCall = new Map<string, Reading[]>();
  for (const reading of readings) {
    const key = JSON.stringify([reading.setup, reading.call]);
    byCall.set(key, [...(byCall.get(key) ?? []), reading]);
  }
  const kept = [...byCall.values()].flatMap((group) => {
    const firm = group.filter(({ isFirm }) => isFirm);
    const counted = firm.length > 0 ? firm : group;
    const results = new Set(counted.map(({ expected }) => JSON.stringify(expected)));
    return results.size === 1 ? counted.slice(0, 1) : [];
  });
  return kept.sort((one, other) => one.lines[0] - other.lines[0]);
}

function numbered(readings: readonly Reading[]): TaskExample[] {
  return readings.map(({ isFirm: _isFirm, ...example }, index) => ({ number: index + 1, ...example }));
}
