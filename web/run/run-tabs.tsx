// The views of a run as tabs, and the choice of the candidate that they show.
import type { RunDetail } from '../../src/contract/index.ts';
import { detailsRoute, linkTo, linkToParent, type RunRoute, weightsIn } from '../route.ts';
import './run-tabs.css';

interface Tab {
  view: RunRoute['view'];
  href: string;
  text: string;
  /** Whether there is something to show before the run has a result. */
  isLive?: boolean;
}

export function RunTabs({ detail, route, canMerge }: { detail: RunDetail; route: RunRoute; canMerge: boolean }) {
  const { scorecard } = detail;
  const names = scorecard?.rankings.map(({ agent }) => agent) ?? detail.run.candidates.map(({ name }) => name);
  const candidate = ('candidate' in route ? route.candidate : null) ?? scorecard?.verdict.leaders[0] ?? names[0] ?? null;
  if (candidate === null) return null;
  const raced = racedNames(detail).sort((a, b) => names.indexOf(a) - names.indexOf(b));
  return (
    <nav className="run-tabs" aria-label="Views of this run">
      {tabsOf({ route, candidate, raced, canMerge }).map((tab) => (
        <TabLink
          key={tab.view}
          tab={tab}
          isCurrent={tab.view === route.view}
          isReady={scorecard !== null || tab.isLive === true}
        />
      ))}
      {route.view !== 'ranking' && <CandidateChoice names={route.view === 'agent' ? raced : names} route={route} />}
    </nav>
  );
}

/** The candidates that an agent made in this run. */
function racedNames({ run }: RunDetail): string[] {
  return run.candidates.filter(({ source }) => source.kind === 'agent').map(({ name }) => name);
}

interface TabChoice {
  route: RunRoute;
  /** The one that the views show. */
  candidate: string;
  raced: readonly string[];
  canMerge: boolean;
}

function tabsOf({ route, candidate, raced, canMerge }: TabChoice): Tab[] {
  const { run } = route;
  const [first] = raced;
  const agent = raced.includes(candidate) ? candidate : first;
  return [
    { view: 'ranking', href: route.view === 'ranking' ? linkTo(route) : linkToParent(route), text: 'Verdict', isLive: true },
    { view: 'details', href: linkTo(detailsRoute(run, candidate, weightsIn(route))), text: 'Score details' },
    { view: 'diff', href: linkTo({ view: 'diff', run, candidate, other: null, file: null }), text: 'Diff' },
    {
      view: 'logs',
      href: linkTo({ view: 'logs', run, candidate, check: null, stream: 'stdout', query: '' }),
      text: 'Logs',
      isLive: true,
    },
    ...(agent === undefined
      ? []
      : [{ view: 'agent' as const, href: linkTo({ view: 'agent', run, candidate: agent }), text: 'Agent' }]),
    ...(canMerge ? [{ view: 'merge' as const, href: linkTo({ view: 'merge', run, candidate }), text: 'Merge' }] : []),
  ];
}

function TabLink({ tab: { href, text }, isCurrent, isReady }: { tab: Tab; isCurrent: boolean; isReady: boolean }) {
  if (!isReady)
    return (
      // biome-ignore lint/a11y/useValidAnchor: a link without an address is the pattern for a disabled link
      <a role="link" aria-disabled="true" title="Available when the run has finished">
        {text}
      </a>
    );
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      {text}
    </a>
  );
}

function CandidateChoice({ names, route }: { names: readonly string[]; route: Exclude<RunRoute, { view: 'ranking' }> }) {
  const choose = (name: string) => {
    if (route.view === 'logs') location.hash = linkTo({ ...route, candidate: name === '' ? null : name, query: '' });
    else if (route.view === 'diff') location.hash = linkTo({ ...route, candidate: name, other: null, file: null });
    else location.hash = linkTo({ ...route, candidate: name });
  };
  return (
    <label className="candidate-choice">
      <span className="muted">Candidate</span>
      <select value={route.candidate ?? ''} onChange={({ target }) => choose(target.value)}>
        {route.view === 'logs' && <option value="">base</option>}
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
