// The frame around every view: header, the state of the connection, keyboard, and which view is shown.
import { useEffect, useRef, useState } from 'react';
import type { DataSource } from '../api/data-source.ts';
import { ErrorView } from '../components/error-view.tsx';
import { useKeyboard } from '../hooks/use-keyboard.ts';
import { useRunList } from '../hooks/use-run-list.ts';
import { RaceView } from '../race/race-view.tsx';
import { linkTo, parseRoute, type Route } from '../route.ts';
import { RunPage } from '../run/run-page.tsx';
import { RunListView } from '../run-list/run-list-view.tsx';
import { Frame } from './frame.tsx';
import { HelpDialog } from './help-dialog.tsx';

export function App({ source }: { source: DataSource }) {
  const route = useRoute();
  const history = useRunList(source);
  const [helpOpen, setHelpOpen] = useState(false);
  // A file has no repository behind it: nothing to merge into, and nothing to race on.
  const canChange = source.merge !== null && source.race !== null;
  useKeyboard(route, canChange, helpOpen, setHelpOpen);
  useTitleAndFocus(route);
  return (
    <Frame route={route} lost={history.lost} onHelp={() => setHelpOpen(true)}>
      {route.view === 'runs' && <RunListView history={history} filter={route.filter} canRace={source.race !== null} />}
      {route.view === 'race' && <RaceView race={source.race} />}
      {route.view === 'nowhere' && (
        <ErrorView title="There is no such page" what="The address leads nowhere." next="Go back to the list of runs." />
      )}
      {'run' in route && <RunPage key={route.run} route={route} source={source} history={history} />}
      <HelpDialog open={helpOpen} canChange={canChange} onClose={() => setHelpOpen(false)} />
    </Frame>
  );
}

function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const listen = () => setHash(location.hash);
    addEventListener('hashchange', listen);
    return () => removeEventListener('hashchange', listen);
  }, []);
  return parseRoute(hash);
}

const VIEW_TITLES: Record<Route['view'], string> = {
  runs: 'Runs',
  race: 'New race',
  ranking: 'Ranking',
  why: 'Why',
  diff: 'Diff',
  logs: 'Logs',
  merge: 'Merge',
  nowhere: 'Nothing here',
};

/** A change of view is announced and begins at the top; a change within one leaves the reader where they are. */
function useTitleAndFocus(route: Route): void {
  const { view } = route;
  const candidate = 'candidate' in route ? (route.candidate ?? 'base') : '';
  const place = route.view === 'nowhere' ? '' : linkTo(route).replace(/\?.*$/, '');
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = [VIEW_TITLES[view], candidate, 'Hydra'].filter((text) => text !== '').join(' · ');
  }, [view, candidate]);
  useEffect(() => {
    if (isFirst.current || place === '') {
      isFirst.current = false;
      return;
    }
    // A form begins in its first field.
    const first = document.querySelector<HTMLElement>('main [data-begin]') ?? document.querySelector<HTMLElement>('main');
    first?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [place]);
}
