// The addresses of the page. Every state of a view has one, so that it can be bookmarked and shared.

export type Route =
  | { view: 'runs'; filter: string }
  /** With `rematch`, the form is filled from an earlier run. */
  | { view: 'race'; rematch?: RematchRoute }
  | { view: 'ranking'; run: string; sort: string | null; weights: string | null }
  | { view: 'details'; run: string; candidate: string; dimension: string | null }
  | { view: 'diff'; run: string; candidate: string; other: string | null; file: string | null }
  | {
      view: 'logs';
      run: string;
      candidate: string | null;
      check: string | null;
      stream: 'stdout' | 'stderr';
      query: string;
      at?: number;
    }
  | { view: 'merge'; run: string; candidate: string }
  | { view: 'not_found' };

export interface RematchRoute {
  run: string;
  /** Names of candidates whose agents race; null for all of them. */
  only: readonly string[] | null;
  /** A candidate whose failures are added to the task. */
  failures: string | null;
}

export type RunRoute = Extract<Route, { run: string }>;

/** Stands for the base in addresses; no candidate can have this name. */
const BASE = 'base';

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = splitOnce(hash.replace(/^#?\/?/, ''), '?');
  const parts = path.split('/').filter((text) => text !== '');
  const words = parts.map(decode);
  const values = new URLSearchParams(query);
  if (words.length === 0) return { view: 'runs', filter: values.get('q') ?? '' };
  const [first, run, view, ...rest] = words;
  if (first === 'race' && words.length === 1) return { view: 'race', ...parseRematch(values) };
  if (first !== 'run' || run === undefined) return { view: 'not_found' };
  if (view === undefined) return { view: 'ranking', run, sort: values.get('sort'), weights: values.get('weights') };
  return parseRunView(run, view, rest, values);
}

function parseRematch(values: URLSearchParams): { rematch?: RematchRoute } {
  const run = values.get('from');
  if (run === null) return {};
  const only = values.getAll('only');
  return { rematch: { run, only: only.length === 0 ? null : only, failures: values.get('failures') } };
}

function parseRunView(run: string, view: string, rest: readonly string[], values: URLSearchParams): Route {
  const [candidate, second = null, third] = rest;
  if (candidate === undefined) return { view: 'not_found' };
  switch (view) {
    case 'why':
      return { view: 'details', run, candidate, dimension: second };
    case 'diff':
      return { view, run, candidate, other: second, file: values.get('file') };
    case 'logs': {
      const subject = candidate === BASE ? null : candidate;
      const stream = third === 'stderr' ? 'stderr' : 'stdout';
      return {
        view,
        run,
        candidate: subject,
        check: second,
        stream,
        query: values.get('q') ?? '',
        ...offsetOf(values.get('at')),
      };
    }
    case 'merge':
      return { view, run, candidate };
    default:
      return { view: 'not_found' };
  }
}

export function linkTo(route: Exclude<Route, { view: 'not_found' }>): string {
  switch (route.view) {
    case 'runs':
      return address([], { q: route.filter });
    case 'race':
      return address(
        ['race'],
        { from: route.rematch?.run ?? null, failures: route.rematch?.failures ?? null },
        route.rematch?.only ?? null,
      );
    case 'ranking':
      return address(['run', route.run], { sort: route.sort, weights: route.weights });
    case 'details':
      return address(['run', route.run, 'why', route.candidate, route.dimension]);
    case 'diff':
      return address(['run', route.run, 'diff', route.candidate, route.other], { file: route.file });
    case 'logs': {
      const log = route.check === null ? [] : [route.check, route.stream];
      return address(['run', route.run, 'logs', route.candidate ?? BASE, ...log], {
        q: route.query,
        at: route.at === undefined ? null : String(route.at),
      });
    }
    case 'merge':
      return address(['run', route.run, 'merge', route.candidate]);
  }
}

function address(
  parts: readonly (string | null)[],
  query: Record<string, string | null> = {},
  only: readonly string[] | null = null,
): string {
  const path = parts.filter((text) => text !== null).map(encodeURIComponent);
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== null && value !== '') values.set(name, value);
  for (const name of only ?? []) values.append('only', name);
  const tail = values.size === 0 ? '' : `?${values}`;
  return `#/${path.join('/')}${tail}`;
}

/** The page above: a view leads to its run, a run to the list of runs. */
export function linkToParent(route: Route): string {
  return 'run' in route && route.view !== 'ranking' ? linkToRanking(route.run) : linkTo({ view: 'runs', filter: '' });
}

export function linkToRanking(run: string): string {
  return linkTo({ view: 'ranking', run, sort: null, weights: null });
}

/** The offset of a byte in a log. */
function offsetOf(text: string | null): { at?: number } {
  return text !== null && /^\d{1,15}$/.test(text) ? { at: Number(text) } : {};
}

function splitOnce(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** An invalid escape sequence is left as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
