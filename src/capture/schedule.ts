// Runs tasks in parallel, as many as there are slots. Longest first if durations are known,
// each after its dependency, and exclusively if required. Background tasks for preparation and cleanup take no slot.

export interface Task {
  id: string;
  /** The id of the dependency; null for none. */
  after: string | null;
  /** Its last duration in milliseconds; null if unknown. */
  expectedMs: number | null;
  /** Must not run in parallel with any other task. */
  alone: boolean;
  /** Work of Hydra that takes no slot: preparing and restoring checkouts while other checks run. */
  isBackground: boolean;
  /** Runs on another machine: never waits for a slot here. */
  isElsewhere?: boolean;
  run(): Promise<void>;
}

/** Runs batches of tasks on common slots, so that a later batch does not overload the machine. */
export interface Scheduler {
  /** Rejects with the first error after the running tasks of this batch have ended; starts no others. */
  run(tasks: readonly Task[]): Promise<void>;
}

interface Batch {
  tasks: readonly Task[];
  waiting: Set<Task>;
  done: Set<string>;
  running: number;
  failure: { error: unknown } | null;
  end(): void;
}

export function openScheduler(slots: number): Scheduler {
  const batches = new Set<Batch>();
  const running = new Set<Task>();

  const start = (task: Task, batch: Batch) => {
    batch.waiting.delete(task);
    batch.running += 1;
    running.add(task);
    const finish = () => {
      batch.running -= 1;
      running.delete(task);
      startWhatCan();
    };
    const run = async () => task.run();
    run()
      .then(() => void batch.done.add(task.id))
      .catch((error: unknown) => {
        batch.failure ??= { error };
        batch.waiting.clear();
      })
      .then(finish);
  };

  const startWhatCan = () => {
    const owners = new Map([...batches].flatMap((batch) => [...batch.waiting].map((task) => [task, batch] as const)));
    const isReady = ({ after }: Task, { done }: Batch) => after === null || done.has(after);
    const ready = [...owners].filter(([task, batch]) => isReady(task, batch)).map(([task]) => task);
    const inOrder = orderOf([...batches].map(({ tasks }) => tasks));
    for (const task of choose(ready.sort(inOrder), [...running], slots)) {
      const batch = owners.get(task);
      if (batch !== undefined) start(task, batch);
    }
    for (const batch of batches) {
      const isBlocked = batch.waiting.size > 0 && running.size > 0;
      if (batch.running > 0 || isBlocked) continue;
      batches.delete(batch);
      batch.end();
    }
  };

  return {
    run: (tasks) =>
      new Promise((resolve, reject) => {
        refuseInvalid(tasks);
        const batch: Batch = {
          tasks,
          waiting: new Set(tasks),
          done: new Set(),
          running: 0,
          failure: null,
          end: () => (batch.failure === null ? resolve() : reject(batch.failure.error)),
        };
        batches.add(batch);
        startWhatCan();
      }),
  };
}

/** A batch with such tasks would never end, or would end without having run all of them. */
function refuseInvalid(tasks: readonly Task[]): void {
  const byId = new Map<string, Task>();
  for (const task of tasks) {
    if (byId.has(task.id)) throw new Error(`two tasks of the schedule have the id "${task.id}"`);
    byId.set(task.id, task);
  }
  const checked = new Set<string>();
  for (const task of tasks) for (const id of waitsFor(task, byId, checked)) checked.add(id);
}

/** A task and everything before it, up to one of the checked tasks. */
function waitsFor(task: Task, byId: ReadonlyMap<string, Task>, checked: ReadonlySet<string>): Set<string> {
  const path = new Set<string>();
  for (let at = task; !checked.has(at.id); ) {
    if (path.has(at.id)) throw new Error(`tasks of the schedule wait for each other: ${cycleIn([...path], at.id)}`);
    path.add(at.id);
    if (at.after === null) break;
    const next = byId.get(at.after);
    if (next === undefined) throw new Error(`the task "${at.id}" waits for "${at.after}", which is not in the schedule`);
    at = next;
  }
  return path;
}

/** "a" after "b" after "a" */
function cycleIn(path: readonly string[], id: string): string {
  return [...path.slice(path.indexOf(id)), id].map((each) => `"${each}"`).join(' after ');
}

/** The tasks that can start now. An exclusive task that cannot start yet holds back all after it, so that it gets its turn. */
function choose(ready: readonly Task[], running: readonly Task[], slots: number): Task[] {
  const busy = [...running];
  for (const task of ready) {
    if (task.isElsewhere) {
      busy.push(task);
      continue;
    }
    if (task.alone && busy.length > 0) break;
    if (hasFreeSlot(task, busy, slots)) busy.push(task);
  }
  return busy.slice(running.length);
}

/** One background task, and as many more as slots are free. */
function hasFreeSlot({ isBackground }: Task, running: readonly Task[], slots: number): boolean {
  if (running.some(({ alone }) => alone)) return false;
  const here = running.filter((task) => !task.isElsewhere);
  const besides = here.filter((task) => task.isBackground).length;
  const checks = here.length - besides;
  return isBackground ? besides < Math.max(1, slots - checks) : checks < slots;
}

/**
 * Critical path first. Background tasks: first those closest to the end of their path, so that open checkouts are
 * finished before more are created; last those without dependents. Ids are unique within a batch.
 */
function orderOf(batches: readonly (readonly Task[])[]): (a: Task, b: Task) => number {
  const longest = Math.max(1, ...batches.flat().map(({ expectedMs }) => expectedMs ?? 0));
  const ranks = new Map(batches.flatMap((tasks) => [...ranksOf(tasks, longest)]));
  const rank = (task: Task) => ranks.get(task) ?? 0;
  return (a, b) => Number(a.isBackground) - Number(b.isBackground) || compareNumbers(rank(a), rank(b));
}

function ranksOf(tasks: readonly Task[], longest: number): Map<Task, number> {
  const remaining = remainingTimes(tasks, longest);
  const awaited = new Set(tasks.map(({ after }) => after));
  const rank = ({ id, isBackground }: Task) => {
    const time = remaining.get(id) ?? 0;
    if (!isBackground) return -time;
    return awaited.has(id) ? time : Number.POSITIVE_INFINITY;
  };
  return new Map(tasks.map((task) => [task, rank(task)]));
}

function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** A task's own duration and that of all its dependents. An unknown duration counts as the longest. */
function remainingTimes(tasks: readonly Task[], longest: number): Map<string, number> {
  const followers = new Map<string, Task[]>();
  for (const task of tasks) {
    if (task.after !== null) followers.set(task.after, [...(followers.get(task.after) ?? []), task]);
  }
  const times = new Map<string, number>();
  const timeOf = (task: Task): number => {
    const behind = Math.max(0, ...(followers.get(task.id) ?? []).map(timeOf));
    const time = (task.expectedMs ?? longest) + behind;
    times.set(task.id, time);
    return time;
  };
  for (const task of tasks) if (task.after === null) timeOf(task);
  return times;
}
