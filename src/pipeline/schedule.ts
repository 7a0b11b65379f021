// Room pipeline: runs tasks side by side, as many as there are places. Longest first where durations are known,
// each after the one it builds on, and alone where a task asks for it.

export interface Task {
  id: string;
  /** The id of the task that must be done first; null for none. */
  after: string | null;
  /** How long it took last time, in milliseconds; null when nobody knows. */
  expectedMs: number | null;
  /** Must not run beside any other task. */
  alone: boolean;
  run(): Promise<void>;
}

/** Rejects with the first error, after the tasks under way have ended; starts none after that. */
export async function runTasks(tasks: readonly Task[], places: number): Promise<void> {
  const waiting = new Map(tasks.map((task) => [task.id, task]));
  const done = new Set<string>();
  const running = new Map<string, Promise<void>>();
  const remaining = remainingTimes(tasks);
  let failure: { error: unknown } | null = null;
  let aloneIsRunning = false;

  const start = (task: Task) => {
    waiting.delete(task.id);
    aloneIsRunning = task.alone;
    const run = task
      .run()
      .then(() => void done.add(task.id))
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        running.delete(task.id);
        if (task.alone) aloneIsRunning = false;
      });
    running.set(task.id, run);
  };

  for (;;) {
    const ready = [...waiting.values()]
      .filter(({ after }) => after === null || done.has(after))
      .sort((a, b) => (remaining.get(b.id) ?? 0) - (remaining.get(a.id) ?? 0));
    for (const task of failure === null ? ready : []) {
      if (aloneIsRunning || running.size >= places || (task.alone && running.size > 0)) break;
      start(task);
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  if (failure !== null) throw (failure as { error: unknown }).error;
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
