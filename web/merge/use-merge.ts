// Sends the merge, and keeps its state: waiting for the server, for a code from the terminal, or refused.
import { useState } from 'react';
import type { MergeResponseBody } from '../../src/contract/index.ts';
import { DataSourceError } from '../api/data-source.ts';

interface Reason {
  code: string;
  message: string;
  next: string;
}

export type MergeState =
  | { state: 'idle' }
  | { state: 'pending' }
  /** The server waits for the code that it printed in its terminal. `isNew`: it has just printed one. */
  | { state: 'unconfirmed'; isNew: boolean; message: string; next: string }
  | { state: 'failed'; reasons: readonly Reason[] }
  | { state: 'merged' };

/** `send` gets the code of the terminal; null if there is none yet. */
export function useMerge(send: (code: string | null) => Promise<MergeResponseBody>, onMerged: () => void) {
  const [mergeState, setMergeState] = useState<MergeState>({ state: 'idle' });
  const [confirmation, setConfirmation] = useState('');
  const doMerge = async () => {
    setMergeState({ state: 'pending' });
    const next = await attempt(() => send(confirmation.trim() === '' ? null : confirmation.trim()));
    if (next.state !== 'unconfirmed' || next.isNew) setConfirmation('');
    setMergeState(next);
    if (next.state === 'merged') onMerged();
  };
  return { mergeState, confirmation, setConfirmation, doMerge, reset: () => setMergeState({ state: 'idle' }) };
}

async function attempt(send: () => Promise<MergeResponseBody>): Promise<MergeState> {
  try {
    const { merged, refusals } = await send();
    return merged === null ? { state: 'failed', reasons: refusals } : { state: 'merged' };
  } catch (error) {
    if (!(error instanceof DataSourceError)) throw error;
    const { code, message, next } = error;
    if (code === 'confirmation_needed' || code === 'confirmation_wrong')
      return { state: 'unconfirmed', isNew: code === 'confirmation_needed', message, next };
    return { state: 'failed', reasons: [{ code, message, next }] };
  }
}
