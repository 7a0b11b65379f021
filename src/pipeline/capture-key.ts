// Room pipeline: what a capture depends on, as a hash: where nothing of it differs, one capture stands for another.
import { hashOf } from '../contract/index.ts';
import { toolStamp } from '../workspace/index.ts';
import { PINNED_PREFIX } from './capture-names.ts';
import type { CheckPlan } from './checks.ts';

/** Raised when captures made before can no longer stand for new ones. */
const CAPTURE_VERSION = 2;

export interface CaptureSurroundings {
  tree: string;
  /** Put before the name of the capture. */
  prefix: string;
  /** The builds of the tree, in their order: those before a check leave files that it finds. */
  builds: readonly CheckPlan[];
  env: Record<string, string>;
  /** Changes with the environment, the set-up and the files that are brought. */
  environment: string;
  limits: readonly number[];
}

export function captureKey(check: CheckPlan, { tree, prefix, builds, env, environment, limits }: CaptureSurroundings): string {
  const { id, command, timeoutSeconds, canaries } = check;
  const earlier = builds.slice(0, builds.indexOf(check) === -1 ? undefined : builds.indexOf(check));
  const commands = [...earlier.map((build) => build.command), command];
  return hashOf({
    version: CAPTURE_VERSION,
    tree,
    // The same tree run again is another measurement.
    round: prefix.replace(PINNED_PREFIX, ''),
    id,
    commands,
    programs: programsOf(commands.join('\n')).map((program) => toolStamp(program, env)),
    timeoutSeconds,
    environment,
    limits: [...limits],
    ...(canaries === undefined ? {} : { canaries }),
  });
}

/** The first word of each part of a command line. */
function programsOf(commands: string): string[] {
  const words = commands.split(/[;&|\n()]+/).map((part) => part.trim().split(/\s+/)[0] ?? '');
  return [...new Set(words.filter((word) => /^[\w.+-]+$/.test(word)))].sort();
}
