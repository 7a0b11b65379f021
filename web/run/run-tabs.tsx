// The views of a run as tabs, and the choice of the candidate that they show.
import type { RunDetail } from '../../src/contract/index.ts';
import { detailsRoute, linkTo, linkToParent, type RunRoute, weightsIn } from '../route.ts';
import './run-tabs.css';

export function RunTabs({ detail, route, canMerge }: { detail: RunDetail; route: RunRoute; canMerge: boolean }) {
  const { id: run, scorecard } = detail;
  const names = scorecard?.rankings.map(({ agent }) => agent) ?? detail.run.candidates.map(({ name }) => name);
  const candidate = ('candidate' in route ? route.candidate : null) ?? scorecard?.verdict.leaders[0] ?? names[0] ?? null;
  if (candidate === null) return null;
  const tabs: { view: RunRoute['view']; href: string; text: string }[] = [
    { view: 'ranking', href: route.view === 'ranking' ? linkTo(route) : linkToParent(route), text: 'Verdict' },
    { view: 'details', href: linkTo(detailsRoute(run, candidate, weightsIn(route))), text: 'Score details' },
    { view: 'diff', href: linkTo({ view: 'diff', run, candidate, other: null, file: null }), text: 'Diff' },
    { view: 'logs', href: linkTo({ view: 'logs', run, candidate, check: null, stream: 'stdout', query: '' }), text: 'Logs' },
    ...(canMerge ? [{ view: 'merge' as const, href: linkTo({ view: 'merge', run, candidate }), text: 'Merge' }] : []),
  ];
  return (
    <nav className="run-tabs" aria-label="Views of this run">
      {tabs.map(({ view, href, text }) => (
        <a key={view} href={href} aria-current={view === route.view ? 'page' : undefined}>
          {text}
        </a>
      ))}
      {route.view !== 'ranking' && <CandidateChoice names={names} route={route} />}
    </nav>
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
