// Runs tasks in parallel, as many as there are slots. Longest first where durations are known,
// each after the one it builds on, and alone where a task asks for it. What only prepares or clears away goes on beside.

export interface Task {
  id: string;
  /** The id of the task that must be done first; null for none. */
  after: string | null;
  /** How long it took last time, in milliseconds; null when nobody knows. */
  expectedMs: number | null;
  /** Must not run beside any other task. */
  alone: boolean;
  /** Work of Hydra's own that takes no place: trees are checked out and put in order while the checks of others run. */
  aside: boolean;
  run(): Promise<void>;
}

/** Runs batches of tasks on common slots, so that a batch that is added later does not overload the machine. */
export interface Scheduler {
  /** Rejects with the first error, after the tasks under way of this batch have ended; starts none of it after that. */
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

export function openScheduler(places: number): Scheduler {
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
    const inOrder = orderOf([...batches].flatMap(({ tasks }) => tasks));
    for (const task of choose(ready.sort(inOrder), [...running], places)) {
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

/** What can start now. A task that must be alone and cannot start yet holds back all after it, so that its turn comes. */
function choose(ready: readonly Task[], running: readonly Task[], places: number): Task[] {
  const busy = [...running];
  for (const task of ready) {
    if (task.alone && busy.length > 0) break;
    if (hasFreeSlot(task, busy, places)) busy.push(task);
  }
  return busy.slice(running.length);
}

/** Beside the checks goes one task, and as many more as places are free. */
function hasFreeSlot({ aside }: Task, running: readonly Task[], places: number): boolean {
  if (running.some(({ alone }) => alone)) return false;
  const besides = running.filter((task) => task.aside).length;
  const checks = running.length - besides;
  return aside ? besides < Math.max(1, places - checks) : checks < places;
}

/**
 * The longest way first. Of what goes on beside: first what is nearest to the end of its way, so that trees in use are
 * done with before more are checked out; last what nobody waits for.
 */
function orderOf(tasks: readonly Task[]): (a: Task, b: Task) => number {
  const remaining = remainingTimes(tasks);
  const awaited = new Set(tasks.map(({ after }) => after));
  const rank = ({ id, aside }: Task) => {
    const time = remaining.get(id) ?? 0;
    if (!aside) return -time;
    return awaited.has(id) ? time : Number.POSITIVE_INFINITY;
  };
  return (a, b) => Number(a.aside) - Number(b.aside) || compareNumbers(rank(a), rank(b));
}

function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** A task's own time and that of all that wait for it. An unknown time counts as the longest: it may be. */
function remainingTimes(tasks: readonly Task[]): Map<string, number> {
  const longest = Math.max(1, ...tasks.map(({ expectedMs }) => expectedMs ?? 0));
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
