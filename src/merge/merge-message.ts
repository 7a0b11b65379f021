// The commit message of a merge: the task as title and body, the measured facts, and trailers that lead back to the run.
import { type Facts, isFailedAttempt, type Run, type Scorecard, sha256Hex } from '../contract/index.ts';
import { endingWords, joinNames, measuredFacts, measuredFactsText, VERDICT_WORDS } from '../text/index.ts';

const MAX_TITLE_LENGTH = 72;
const MAX_BODY_LENGTH = 4000;
const MAX_TRAILER_LENGTH = 400;

export interface MergeMessage {
  title: string;
  body: string;
  trailers: string[];
}

export interface MessageFacts {
  run: Run;
  facts: Facts;
  scorecard: Scorecard;
  scorecardBytes: string;
  candidate: string;
  forceReason: string | null;
}

export function describeMerge(merged: MessageFacts): MergeMessage {
  const { run, facts, scorecard, candidate } = merged;
  const measured = facts.candidates.find(({ name }) => name === candidate);
  const ranking = scorecard.rankings.find(({ agent }) => agent === candidate);
  const { title, rest } = splitTask(run.task ?? '');
  const isKnown = measured !== undefined && ranking !== undefined;
  const proof = isKnown ? `${candidate}: ${measuredFactsText(measuredFacts(facts, measured, ranking))}.` : '';
  return {
    title: title === '' ? `Merge ${candidate}` : title,
    body: [rest, proof].filter((text) => text !== '').join('\n\n'),
    trailers: trailersOf(merged),
  };
}

function trailersOf({ run, scorecard, scorecardBytes, candidate, forceReason }: MessageFacts): string[] {
  const ranking = scorecard.rankings.find(({ agent }) => agent === candidate);
  const { leaders, class: kind } = scorecard.verdict;
  const task = oneLine(run.task ?? '');
  return [
    ...(task === '' ? [] : [`Hydra-Task: ${shorten(task, MAX_TRAILER_LENGTH)}`]),
    `Hydra-Run: ${run.run_id}`,
    `Hydra-Agent: ${candidate}`,
    `Hydra-Verdict: ${VERDICT_WORDS[kind]}${leaders.length === 0 ? '' : `: ${joinNames(leaders)}`}`,
    `Hydra-Rank: ${ranking?.rank ?? 'none'} of ${scorecard.rankings.length}`,
    `Hydra-Total: ${ranking?.total ?? 'none'}`,
    ...(ranking?.ending === undefined || !isFailedAttempt(ranking.ending)
      ? []
      : [`Hydra-Ending: ${endingWords(ranking.ending)}`]),
    `Hydra-Scorecard: sha256:${sha256Hex(scorecardBytes)}`,
    ...(forceReason === null ? [] : [`Hydra-Forced: ${shorten(oneLine(forceReason), MAX_TRAILER_LENGTH)}`]),
  ];
}

/** The first line is the title. A longer one is cut, and then repeated in full. */
function splitTask(task: string): { title: string; rest: string } {
  const lines = task.split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine);
  const first = lines.findIndex((line) => line !== '');
  if (first === -1) return { title: '', rest: '' };
  const line = lines[first] ?? '';
  const title = shorten(line, MAX_TITLE_LENGTH);
  const rest = lines.slice(title === line ? first + 1 : first).map(asText);
  return { title, rest: shorten(rest.join('\n').replace(/^\n+|\n+$/g, ''), MAX_BODY_LENGTH) };
}

/** A line of a task that looks like a trailer of Hydra is indented, so that no tool and no reader takes it for one. */
function asText(line: string): string {
  return /^hydra-[\w-]*\s*:/i.test(line) ? `  ${line}` : line;
}

/** A newline in a task could start a forged trailer. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
}

function shorten(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 3).join('')}...`;
}
