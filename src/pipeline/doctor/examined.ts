// Room pipeline: one thing that `hydra doctor` looked at.

export interface Examined {
  /** ok: ready. note: works, but worth knowing. fault: a run would fail. */
  state: 'ok' | 'note' | 'fault';
  subject: string;
  text: string;
  /** What to do about it; null when there is nothing to do. */
  next: string | null;
}
