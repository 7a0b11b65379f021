// The entries of the command palette: runs, candidates, views, exports and actions.
import type { RunDetail, RunEntry } from '../../src/contract/index.ts';
import { VERDICT_WORDS } from '../../src/text/index.ts';
import { timeText } from '../format/numbers.ts';
import { EXPORTS, linkToExport } from '../format/report-exports.ts';
import { linkTo, linkToRanking } from '../route.ts';

export interface Command {
  /** Unique. */
  id: string;
  group: string;
  /** May contain text of candidates. */
  title: string;
  /** More words that a search finds. */
  detail: string;
  /** A link, a file to download, or something that the page does. */
  action: { kind: 'link'; href: string } | { kind: 'download'; href: string } | { kind: 'call'; call: () => void };
}

export interface PaletteContext {
  entries: readonly RunEntry[];
  /** The run of the current view; null in other views, and until it is loaded. */
  detail: RunDetail | null;
  /** Whether there is a server: a report file can neither merge nor start races. */
  canChange: boolean;
  actions: readonly { title: string; call: () => void }[];
}

export function listCommands({ entries, detail, canChange, actions }: PaletteContext): Command[] {
  return [
    ...(detail === null ? [] : [...candidateCommands(detail, canChange), ...(canChange ? runCommands(detail) : [])]),
    link('view:runs', 'Views', 'Runs', 'list of all runs', linkTo({ view: 'runs', filter: '' })),
    ...(canChange ? [link('view:race', 'Views', 'New race', 'start agents', linkTo({ view: 'race' }))] : []),
    ...actions.map(
      ({ title, call }): Command => ({
        ...{ id: `action:${title}`, group: 'Actions', title, detail: '' },
        action: { kind: 'call', call },
      }),
    ),
    ...entries.map(runCommand),
  ];
}

function link(id: string, group: string, title: string, detail: string, href: string): Command {
  return { id, group, title, detail, action: { kind: 'link', href } };
}

function runCommand({ id, task, started_at: at, verdict, winner, candidates }: RunEntry): Command {
  const title = task?.split('\n').find((line) => line.trim() !== '') ?? id;
  const result = winner === null ? (verdict === null ? '' : VERDICT_WORDS[verdict.class]) : `${winner} wins`;
  const names = candidates.map(({ name }) => name).join(' ');
  const detail = [at === null ? '' : timeText(at), result, names, id].filter((text) => text !== '').join(' · ');
  return link(`run:${id}`, 'Runs', title, detail, linkToRanking(id));
}

function candidateCommands({ id: run, run: { candidates }, scorecard }: RunDetail, canChange: boolean): Command[] {
  const names = scorecard?.rankings.map(({ agent }) => agent) ?? candidates.map(({ name }) => name);
  const raced = new Set(candidates.filter(({ source }) => source.kind === 'agent').map(({ name }) => name));
  return names.flatMap((candidate) => {
    const entry = (view: string, href: string) =>
      link(`candidate:${candidate}:${view}`, 'This run', `${candidate}: ${view}`, '', href);
    const logs = entry('logs', linkTo({ view: 'logs', run, candidate, check: null, stream: 'stdout', query: '' }));
    if (scorecard === null) return [logs];
    return [
      entry('diff', linkTo({ view: 'diff', run, candidate, other: null, file: null })),
      entry('score details', linkTo({ view: 'details', run, candidate, dimension: null })),
      logs,
      ...(raced.has(candidate) ? [entry('agent', linkTo({ view: 'agent', run, candidate }))] : []),
      ...(canChange ? [entry('merge', linkTo({ view: 'merge', run, candidate }))] : []),
    ];
  });
}

/** Of the finished run that is shown. */
function runCommands({ id: run, scorecard }: RunDetail): Command[] {
  if (scorecard === null) return [];
  const again = linkTo({ view: 'race', rematch: { run, only: null, failures: null } });
  return [
    link('run-action:again', 'This run', 'Race again', 'rematch', again),
    ...EXPORTS.map(
      ({ format, title }): Command => ({
        ...{ id: `export:${format}`, group: 'This run', title: `Export as ${title}`, detail: 'download report' },
        action: { kind: 'download', href: linkToExport(run, format) },
      }),
    ),
  ];
}

/** The commands that contain every word of the query, those whose title begins with it first. */
export function findCommands(commands: readonly Command[], query: string): Command[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = commands.filter(({ title, detail, group }) => {
    const text = `${title} ${detail} ${group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const begins = ({ title }: Command) => title.toLowerCase().startsWith(words[0] ?? '');
  return [...found.filter(begins), ...found.filter((command) => !begins(command))];
}
