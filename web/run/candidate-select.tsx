// The choice of the candidate that a view shows, in the heading of the view.
import type { RunDetail } from '../../src/contract/index.ts';
import { linkTo, type RunRoute } from '../route.ts';
import './candidate-select.css';

type CandidateRoute = Exclude<RunRoute, { view: 'ranking' }>;

export function CandidateSelect({ detail, route }: { detail: RunDetail; route: CandidateRoute }) {
  const names = route.view === 'agent' ? racedNames(detail) : candidateNames(detail);
  const { candidate } = route;
  const choose = (name: string) => {
    if (route.view === 'logs') location.hash = linkTo({ ...route, candidate: name === '' ? null : name, query: '' });
    else if (route.view === 'diff')
      location.hash = linkTo({ view: 'diff', run: route.run, candidate: name, other: null, file: null });
    else location.hash = linkTo({ ...route, candidate: name });
  };
  return (
    <select
      className="candidate-select"
      aria-label="Candidate"
      value={candidate ?? ''}
      onChange={({ target }) => choose(target.value)}
    >
      {route.view === 'logs' && <option value="">the base</option>}
      {candidate !== null && !names.includes(candidate) && <option value={candidate}>{candidate}</option>}
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** In the order of the ranking, if there is one. */
export function candidateNames({ scorecard, run }: RunDetail): string[] {
  return scorecard?.rankings.map(({ agent }) => agent) ?? run.candidates.map(({ name }) => name);
}

/** The candidates that an agent made in this run. */
export function racedNames(detail: RunDetail): string[] {
  const raced = new Set(detail.run.candidates.filter(({ source }) => source.kind === 'agent').map(({ name }) => name));
  return candidateNames(detail).filter((name) => raced.has(name));
}
