// Links to the views of a run, in the header of the page.
import type { RunDetail } from '../../src/contract/index.ts';
import { detailsRoute, linkTo, linkToParent, type RunRoute, weightsIn } from '../route.ts';
import { candidateNames, racedNames } from './candidate-select.tsx';
import './run-views.css';

interface View {
  id: RunRoute['view'];
  href: string;
  text: string;
  /** Whether there is something to show before the run has a result. */
  isLive?: boolean;
}

export function RunViews({ detail, route, canMerge }: { detail: RunDetail; route: RunRoute; canMerge: boolean }) {
  const { scorecard } = detail;
  const candidate =
    ('candidate' in route ? route.candidate : null) ?? scorecard?.verdict.leaders[0] ?? candidateNames(detail)[0] ?? null;
  if (candidate === null) return null;
  return (
    <nav className="run-views" aria-label="Views of this run">
      {viewsOf({ route, candidate, raced: racedNames(detail), canMerge }).map((view) => (
        <ViewLink
          key={view.id}
          view={view}
          isCurrent={view.id === route.view}
          isReady={scorecard !== null || view.isLive === true}
        />
      ))}
    </nav>
  );
}

interface ViewChoice {
  route: RunRoute;
  /** The one that the views show. */
  candidate: string;
  raced: readonly string[];
  canMerge: boolean;
}

function viewsOf({ route, candidate, raced, canMerge }: ViewChoice): View[] {
  const { run } = route;
  const [first] = raced;
  const agent = raced.includes(candidate) ? candidate : first;
  return [
    { id: 'ranking', href: route.view === 'ranking' ? linkTo(route) : linkToParent(route), text: 'Verdict', isLive: true },
    { id: 'details', href: linkTo(detailsRoute(run, candidate, weightsIn(route))), text: 'Score' },
    { id: 'diff', href: linkTo({ view: 'diff', run, candidate, other: null, file: null }), text: 'Diff' },
    {
      id: 'logs',
      href: linkTo({ view: 'logs', run, candidate, check: null, stream: 'stdout', query: '' }),
      text: 'Logs',
      isLive: true,
    },
    ...(agent === undefined
      ? []
      : [{ id: 'agent' as const, href: linkTo({ view: 'agent', run, candidate: agent }), text: 'Agent' }]),
    ...(canMerge ? [{ id: 'merge' as const, href: linkTo({ view: 'merge', run, candidate }), text: 'Merge' }] : []),
  ];
}

function ViewLink({ view: { href, text }, isCurrent, isReady }: { view: View; isCurrent: boolean; isReady: boolean }) {
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
