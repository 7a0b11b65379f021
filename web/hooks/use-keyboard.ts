// Keyboard shortcuts. They move the browser's focus, so that Enter and screen readers work with it.
import { useEffect, useEffectEvent } from 'react';
import { linkTo, linkToParent, type Route } from '../route.ts';

export interface Shortcut {
  keys: string;
  action: string;
  /** Does nothing in a report file. */
  needsServer?: boolean;
}

export const PALETTE_KEYS = 'Ctrl K';

/** On this machine. */
export function paletteKeys(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : PALETTE_KEYS;
}

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: 'j  k', action: 'next and previous row' },
  { keys: 'Enter', action: 'open the focused row' },
  { keys: 'w', action: 'score details' },
  { keys: 'd', action: 'diff against the base' },
  { keys: 'l', action: 'logs' },
  { keys: 'a', action: 'what the agent did (in a race)' },
  { keys: 'm', action: 'merge', needsServer: true },
  { keys: 'n', action: 'new race (in the list of runs)', needsServer: true },
  { keys: 'n  p', action: 'next and previous file (in a diff)' },
  { keys: '.  ,', action: 'next and previous finding (in a diff)' },
  { keys: 'v', action: 'mark the file as viewed (in a diff)' },
  { keys: '/', action: 'filter or search' },
  { keys: PALETTE_KEYS, action: 'search runs, candidates and commands' },
  { keys: 'Esc', action: 'back' },
  { keys: '?', action: 'show this help' },
];

/** Off while the palette is open: also before its script is loaded, typed words are meant for it. */
export function useKeyboard(
  route: Route,
  canChange: boolean,
  paletteOpen: boolean,
  helpOpen: boolean,
  setHelpOpen: (open: boolean) => void,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (paletteOpen || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === 'Escape') goBack(route, helpOpen, setHelpOpen);
    else if (!isTyping(event.target) && act(event.key, route, canChange, helpOpen, setHelpOpen)) event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Ctrl-K, or Cmd-K on a Mac, also in a text field. */
export function usePaletteKey(onOpen: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    onOpen();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function goBack(route: Route, helpOpen: boolean, setHelpOpen: (open: boolean) => void): void {
  const focused = document.activeElement;
  // Escape closes an open popover, after this event.
  if (document.querySelector(':popover-open') !== null) return;
  if (helpOpen) setHelpOpen(false);
  else if (isTyping(focused) && focused instanceof HTMLElement) focused.blur();
  else location.hash = linkToParent(route);
}

/** Returns whether the key is a shortcut in this view. */
function act(key: string, route: Route, canChange: boolean, helpOpen: boolean, setHelpOpen: (open: boolean) => void): boolean {
  if (key === '?') setHelpOpen(!helpOpen);
  else if (helpOpen) return false;
  else if (key === 'j' || key === 'k') moveRow(key === 'j' ? 1 : -1);
  else if (key === '/') return focusFilter();
  else if (key === 'n' && route.view === 'runs' && canChange) location.hash = linkTo({ view: 'race' });
  else return openView(key, route, canChange);
  return true;
}

function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.checkVisibility());
  const focused = document.activeElement;
  const current = focused instanceof HTMLElement ? rows.indexOf(focused) : -1;
  const next = current === -1 ? (step === 1 ? 0 : rows.length - 1) : Math.min(Math.max(current + step, 0), rows.length - 1);
  rows[next]?.focus();
}

function focusFilter(): boolean {
  const filter = document.querySelector<HTMLInputElement>('[data-filter]');
  filter?.focus();
  filter?.select();
  return filter !== null;
}

function openView(key: string, route: Route, canChange: boolean): boolean {
  const candidate = currentCandidate(route);
  if (!('run' in route) || candidate === null) return false;
  const { run } = route;
  // While a run has no result, the links to its views except Logs are disabled.
  if (key !== 'l' && document.querySelector('.run-views [aria-disabled="true"]') !== null) return false;
  if (key === 'w') location.hash = linkTo({ view: 'details', run, candidate, dimension: null });
  else if (key === 'd') location.hash = linkTo({ view: 'diff', run, candidate, other: null, file: null });
  else if (key === 'l') location.hash = linkTo({ view: 'logs', run, candidate, check: null, stream: 'stdout', query: '' });
  else if (key === 'a') location.hash = linkTo({ view: 'agent', run, candidate });
  else if (key === 'm' && canChange) location.hash = linkTo({ view: 'merge', run, candidate });
  else return false;
  return true;
}

/** The candidate of the focused row, of the open view, or the first one on the page. */
function currentCandidate(route: Route): string | null {
  const focused = document.activeElement?.closest<HTMLElement>('[data-candidate]')?.dataset.candidate;
  const shown = 'candidate' in route ? route.candidate : null;
  return focused ?? shown ?? document.querySelector<HTMLElement>('[data-candidate]')?.dataset.candidate ?? null;
}

export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'range' && target.type !== 'checkbox' && target.type !== 'radio';
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
