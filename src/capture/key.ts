// The keys of a capture: captures with equal keys are interchangeable.
import { checkId, hashOf, isTaskCheck, type PlannedCapture } from '../contract/index.ts';
import { toolStamp } from '../workspace/index.ts';

/** Incremented when earlier captures can no longer be reused. */
const CAPTURE_VERSION = 7;

const TASK_TESTS = 'tests about the task';

export interface CaptureSurroundings {
  tree: string;
  /** The builds of the checkout, in order: a check finds the files of those before it. */
  builds: readonly { command: string; tree: string }[];
  /** Changes with the kind of machine, the set-up and the files that are copied. */
  environment: string;
  limits: readonly number[];
}

/** Equal on machines of one kind. */
export function captureKey(capture: PlannedCapture, { tree, builds, environment, limits }: CaptureSurroundings): string {
  const { run, kind, command, timeoutSeconds, canaries, varied, probes, asksForReport, coverage } = capture;
  const ownBuild = kind === 'build' ? builds.findIndex((build) => build.command === command) : -1;
  const earlier = builds.slice(0, ownBuild === -1 ? undefined : ownBuild);
  const commands = [...earlier.map((build) => build.command), command];
  return hashOf({
    version: CAPTURE_VERSION,
    tree,
    // The author of the tests does not matter: the tree contains them.
    check: isTaskCheck(run) ? TASK_TESTS : checkId(run),
    // A repetition of the same command is another measurement.
    attempt: run.attempt === null ? '' : `${run.attempt.kind}${run.attempt.round}`,
    commands,
    builtFrom: earlier.filter((build) => build.tree !== tree).map((build) => build.tree),
    timeoutSeconds,
    environment,
    limits: [...limits],
    asksForReport,
    canaries: canaries.map(({ path, text }) => ({ path, text })),
    // Present only if requested, so that keys of other captures stay the same.
    ...(varied.length === 0 ? {} : { varied: varied.map(({ path, text }) => ({ path, text })) }),
    ...(probes === null ? {} : { probes: probes.files.map(({ path, text }) => ({ path, text })) }),
    ...(coverage === null ? {} : { coverage: [...coverage] }),
  });
}

/**
 * Only for the cache of one machine: changes also with what has no version, such as a program that was built again and the
 * paths of the environment.
 */
export function localKey(key: string, command: string, env: Readonly<Record<string, string>>, setup: string | null): string {
  return hashOf({ key, env, setup, programs: programsOf(command).map((program) => toolStamp(program, env)) });
}

/** The first word of each part of a command line. */
export function programsOf(commands: string): string[] {
  const words = commands.split(/[;&|\n()]+/).map((part) => part.trim().split(/\s+/)[0] ?? '');
  return [...new Set(words.filter((word) => /^[\w.+-]+$/.test(word)))].sort();
}
