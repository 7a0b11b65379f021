// The addresses of the page. Every state of a view has one, so that it can be bookmarked and shared.

/** A missing choice shows all runs. */
export interface RunsRoute {
  view: 'runs';
  filter: string;
  /** The name of a candidate. */
  agent?: string;
  outcome?: RunOutcome;
  merged?: 'yes' | 'no';
  group?: 'task';
}

export const RUN_OUTCOMES = ['winner', 'close', 'none', 'unfinished'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

export type Route =
  | RunsRoute
  /** With `rematch`, the form is filled from an earlier run. */
  | { view: 'race'; rematch?: RematchRoute }
  | {
      view: 'ranking';
      run: string;
      /** A column; with a minus in the reverse order. */
      sort: string | null;
      weights: string | null;
      /** The selected candidate. */
      candidate: string | null;
      pane: Pane | null;
    }
  | { view: 'details'; run: string; candidate: string; dimension: string | null; weights?: string }
  | ({ view: 'diff'; run: string; candidate: string; other: string | null; file: string | null; all?: true } & LineRange)
  | {
      view: 'logs';
      run: string;
      candidate: string | null;
      check: string | null;
      stream: 'stdout' | 'stderr';
      query: string;
      at?: number;
    }
  | { view: 'agent'; run: string; candidate: string }
  | { view: 'merge'; run: string; candidate: string }
  | { view: 'not_found' };

export interface RematchRoute {
  run: string;
  /** Names of candidates whose agents race; null for all of them. */
  only: readonly string[] | null;
  /** A candidate whose failures are added to the task. */
  failures: string | null;
}

export const PANES = ['evidence', 'diff', 'tests', 'logs', 'agent', 'score'] as const;
/** The tabs of the side pane. */
export type Pane = (typeof PANES)[number];

/** Lines of the file of a diff. */
export interface LineRange {
  line?: number;
  /** The last line, if it is not the first one. */
  to?: number;
  /** Without it: the candidate's file, or the line with a finding of this number. */
  side?: 'old' | 'new';
}

export type RunRoute = Extract<Route, { run: string }>;

/** Stands for the base in addresses; no candidate can have this name. */
const BASE = 'base';

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = splitOnce(hash.replace(/^#?\/?/, ''), '?');
  const parts = path.split('/').filter((text) => text !== '');
  const words = parts.map(decode);
  const values = new URLSearchParams(query);
  if (words.length === 0) return parseRuns(values);
  const [first, run, view, ...rest] = words;
  if (first === 'race' && words.length === 1) return { view: 'race', ...parseRematch(values) };
  if (first !== 'run' || run === undefined) return { view: 'not_found' };
  if (view === undefined)
    return {
      view: 'ranking',
      run,
      sort: values.get('sort'),
      weights: values.get('weights'),
      candidate: values.get('candidate'),
      pane: PANES.find((pane) => pane === values.get('pane')) ?? null,
    };
  return parseRunView(run, view, rest, values);
}

function parseRuns(values: URLSearchParams): RunsRoute {
  const [agent, merged] = [values.get('agent'), values.get('merged')];
  const outcome = RUN_OUTCOMES.find((each) => each === values.get('outcome'));
  return {
    view: 'runs',
    filter: values.get('q') ?? '',
    ...(agent === null ? {} : { agent }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(merged === 'yes' || merged === 'no' ? { merged } : {}),
    ...(values.get('group') === 'task' ? { group: 'task' } : {}),
  };
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
      return { view: 'details', run, candidate, dimension: second, ...weightsOf(values.get('weights')) };
    case 'diff':
      return {
        ...{ view, run, candidate, other: second, file: values.get('file') },
        ...(values.has('file') ? linesOf(values) : {}),
        ...(values.get('all') === '1' ? { all: true } : {}),
      };
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
    case 'agent':
    case 'merge':
      return { view, run, candidate };
    default:
      return { view: 'not_found' };
  }
}

export function linkTo(route: Exclude<Route, { view: 'not_found' }>): string {
  switch (route.view) {
    case 'runs':
      return address([], {
        q: route.filter,
        agent: route.agent ?? null,
        outcome: route.outcome ?? null,
        merged: route.merged ?? null,
        group: route.group ?? null,
      });
    case 'race':
      return address(
        ['race'],
        { from: route.rematch?.run ?? null, failures: route.rematch?.failures ?? null },
        route.rematch?.only ?? null,
      );
    case 'ranking':
      return address(['run', route.run], {
        sort: route.sort,
        weights: route.weights,
        candidate: route.candidate,
        pane: route.pane,
      });
    case 'details':
      return address(['run', route.run, 'why', route.candidate, route.dimension], { weights: route.weights ?? null });
    case 'diff':
      return address(['run', route.run, 'diff', route.candidate, route.other], {
        file: route.file,
        line: numberText(route.line),
        to: numberText(route.to),
        side: route.side ?? null,
        all: route.all ? '1' : null,
      });
    case 'logs': {
      const log = route.check === null ? [] : [route.check, route.stream];
      return address(['run', route.run, 'logs', route.candidate ?? BASE, ...log], {
        q: route.query,
        at: numberText(route.at),
      });
    }
    case 'agent':
    case 'merge':
      return address(['run', route.run, route.view, route.candidate]);
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
  if (!('run' in route) || route.view === 'ranking') return linkTo({ view: 'runs', filter: '' });
  const { run, candidate } = route;
  return linkTo({ view: 'ranking', run, sort: null, weights: weightsIn(route), candidate, pane: null });
}

export function linkToRanking(run: string, candidate: string | null = null, pane: Pane | null = null): string {
  return linkTo({ view: 'ranking', run, sort: null, weights: null, candidate, pane });
}

function weightsOf(text: string | null): { weights?: string } {
  return text === null ? {} : { weights: text };
}

export function detailsRoute(run: string, candidate: string, weights: string | null): Extract<Route, { view: 'details' }> {
  return { view: 'details', run, candidate, dimension: null, ...weightsOf(weights) };
}

/** The weights of "What if?" in the address; null for those of the run. */
export function weightsIn(route: Route): string | null {
  return route.view === 'ranking' || route.view === 'details' ? (route.weights ?? null) : null;
}

/** The offset of a byte in a log. */
function offsetOf(text: string | null): { at?: number } {
  return text !== null && /^\d{1,15}$/.test(text) ? { at: Number(text) } : {};
}

function linesOf(values: URLSearchParams): LineRange {
  const [line, to] = [values.get('line'), values.get('to')].map((text) =>
    text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null,
  );
  const side = values.get('side');
  if (line === null || line === undefined) return {};
  return {
    line,
    ...(to === null || to === undefined || to <= line ? {} : { to }),
    ...(side === 'old' || side === 'new' ? { side } : {}),
  };
}

function numberText(value: number | undefined): string | null {
  return value === undefined ? null : String(value);
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
