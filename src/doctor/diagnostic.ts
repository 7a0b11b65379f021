// One thing that `hydra doctor` looked at, and how longer examinations are watched and ended.
import type { HydraEvent } from '../contract/index.ts';

export interface DiagnosisOptions {
  signal: AbortSignal;
  watch(event: HydraEvent): void;
}

export interface Diagnostic {
  /** ok: ready. note: works, but worth knowing. fault: a run would fail. */
  state: 'ok' | 'note' | 'fault';
  subject: string;
  text: string;
  /** What to do about it; null when there is nothing to do. */
  next: string | null;
}
