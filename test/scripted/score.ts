// `hydra score` and `hydra score --resume` on a scripted machine, in the process of the test.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts, HydraEvent, Run, Scorecard } from '../../src/contract/index.ts';
import { resumeRun, type ScoredRun, type ScoreRequest, scoreCandidates } from '../../src/pipeline/index.ts';
import { type Script, scriptedMachine } from './machine.ts';

export interface Scored {
  card: Scorecard;
  run: Run;
  facts: Facts;
  /** The run folder. */
  home: string;
  events: HydraEvent[];
  /** In the order in which they ran, for example `candidates/a/test`. */
  executions: string[];
  /** The names of the captures in a folder of the run, for example in `candidates/a`. */
  captures(place: string): string[];
  commandOf(place: string): string;
}

export async function scoreScripted(
  folder: string,
  script: Script,
  candidates: readonly string[],
  changes: Partial<ScoreRequest> = {},
): Promise<Scored> {
  const { options, describe } = scriptedRun(folder, script);
  const request = { candidates, base: 'main', config: null, overrides: {}, task: null };
  return describe(await scoreCandidates({ ...options, ...request, ...changes } as ScoreRequest));
}

export async function resumeScripted(folder: string, script: Script): Promise<Scored> {
  const { options, describe } = scriptedRun(folder, script);
  return describe(await resumeRun(options));
}

function scriptedRun(cwd: string, script: Script) {
  const machine = scriptedMachine(script);
  const events: HydraEvent[] = [];
  const { signal } = new AbortController();
  const options = { cwd, jobs: 1, useCache: false, signal, pool: machine, watch: (event: HydraEvent) => void events.push(event) };
  const describe = ({ scorecard: card, run, folder: { path: home } }: ScoredRun): Scored => {
    const read = <Content>(...path: string[]) => JSON.parse(readFileSync(join(home, ...path), 'utf8')) as Content;
    return {
      ...{ card, run, home, events, executions: machine.executions, facts: read<Facts>('facts.json') },
      captures: (place) =>
        readdirSync(join(home, place), { withFileTypes: true })
          .flatMap((entry) => (entry.isDirectory() && entry.name !== 'agent' ? [entry.name] : []))
          .sort(),
      commandOf: (place) => read<{ command: string }>(place, 'capture.json').command,
    };
  };
  return { options, describe };
}
