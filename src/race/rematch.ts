// Task, base and agents of an earlier run, to race them again.
import { hydraError, type Ranking, type Rematch } from '../contract/index.ts';
import { readFailingTests } from '../pipeline/index.ts';
import { readResult } from '../runs/index.ts';
import { type RunFolder, readStored, runFile } from '../store/index.ts';
import { withFailures } from './rematch-task.ts';

/** `failuresOf` is the candidate whose failures the task will contain. */
export function describeRematch(folder: RunFolder, failuresOf: string | null): Rematch {
  const { task, base, candidates } = readStored('run', runFile(folder, 'run.json'));
  const agents = candidates
    .filter(({ source }) => source.kind === 'agent')
    .map(({ name, source }) => ({ candidate: name, agent: source.value }));
  return { task: failuresOf === null ? task : addFailures(folder, task, failuresOf), base: base.commit, agents };
}

function addFailures(folder: RunFolder, task: string | null, candidate: string): string {
  const { scorecard } = readResult(folder);
  const ranking = scorecard.rankings.find(({ agent }) => agent === candidate);
  if (ranking === undefined) {
    const suggestion = `\`hydra show ${folder.id}\` lists them.`;
    throw hydraError('unknown_candidate', { candidate, suggestion }, { value: candidate });
  }
  return withFailures(task, { reasons: failedGates(ranking), tests: readFailingTests(folder, candidate, scorecard) });
}

function failedGates({ gates }: Ranking): string[] {
  return gates.filter(({ passed }) => passed === false).map(({ reason }) => reason);
}
