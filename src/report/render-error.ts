// Renders an error: what happened, where, the offending value, and what to do next.
import type { HydraError } from '../contract/index.ts';
import { cutEnd, visibleText } from './terminal-text.ts';

/** Names and values come from files, so they are shortened. */
const MAX_LINE_LENGTH = 1000;

export function renderError({ message, place, value, next }: Pick<HydraError, 'message' | 'place' | 'value' | 'next'>): string {
  const lines = [
    `hydra: ${message}`,
    ...(place === null ? [] : [`  at ${[place.file, place.line, place.column].filter((part) => part !== undefined).join(':')}`]),
    ...(value === null ? [] : [`  value: ${value}`]),
    `  next: ${next}`,
  ];
  return lines.map((line) => `${cutEnd(visibleText(line), MAX_LINE_LENGTH)}\n`).join('');
}
