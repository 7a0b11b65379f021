// A short label with a color. The text alone carries the meaning.
import type { ReactNode } from 'react';
import type { Severity } from '../../src/contract/index.ts';
import './badge.css';

export type Tone = 'good' | 'caution' | 'bad' | 'quiet';

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

const TONES: Record<Severity, Tone> = { error: 'bad', warning: 'caution', info: 'quiet' };

export function toneOf(severity: Severity): Tone {
  return TONES[severity];
}
