// One result of `hydra doctor`, and how longer checks report progress and are aborted.
import type { HydraEvent } from '../contract/index.ts';

export interface DiagnosisOptions {
  signal: AbortSignal;
  watch(event: HydraEvent): void;
}

export interface Diagnostic {
  /** ok: ready. note: works, with a remark. fault: a run would fail. */
  state: 'ok' | 'note' | 'fault';
  subject: string;
  text: string;
  /** The next step; null if none is needed. */
  next: string | null;
}
