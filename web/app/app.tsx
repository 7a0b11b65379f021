// The application: reads the address, loads the list of runs, and shows the view that the address names.
import { Suspense, useEffect, useRef, useState } from 'react';
import type { DataSource } from '../api/data-source.ts';
import { ErrorView } from '../components/error-view.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useKeyboard, usePaletteKey } from '../hooks/use-keyboard.ts';
import { useRunList } from '../hooks/use-run-list.ts';
import { linkTo, parseRoute, type Route } from '../route.ts';
import { RunPage } from '../run/run-page.tsx';
import { RunListView } from '../run-list/run-list-view.tsx';
import { Frame } from './frame.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { lazyView, loadOtherViews } from './lazy-view.ts';

const Palette = lazyView(async () => (await import('../palette/palette.tsx')).default);
const RaceView = lazyView(async () => (await import('../race/race-view.tsx')).RaceView);

export function App({ source }: { source: DataSource }) {
  const route = useRoute();
  const runList = useRunList(source);
  const [helpOpen, setHelpOpen] = useState(false);
  const [paletteOpen, setPaletteOpen] = useState(false);
  // A report file has no repository to merge into or to start a race in.
  const canChange = source.merge !== null && source.race !== null;
  usePaletteKey(() => setPaletteOpen(true));
  useKeyboard(route, canChange, paletteOpen, helpOpen, setHelpOpen);
  useTitleAndFocus(route);
  useEffect(loadOtherViews, []);
  // A run whose names are hidden cannot be exported.
  const canExport = (run: string) =>
    runList.entries?.some((entry) => entry.id === run && entry.state === 'finished' && entry.blind !== true) ?? false;
  return (
    <Frame
      connectionError={runList.connectionError}
      shared={canChange && 'run' in route ? { run: route.run, canExport: canExport(route.run) } : null}
      onPalette={() => setPaletteOpen(true)}
      onHelp={() => setHelpOpen(true)}
    >
      {route.view === 'runs' && (
        <RunListView
          {...{ runList, route }}
          scoreboard={source.scoreboard}
          loadQueue={source.queue}
          canRace={source.race !== null}
        />
      )}
      {route.view === 'race' && (
        <Suspense fallback={<Skeleton lines={6} label="Loading the form" />}>
          <RaceView route={route} source={source} />
        </Suspense>
      )}
      {route.view === 'not_found' && (
        <ErrorView title="Page not found" message="No page has this address." next="Go to the list of runs." />
      )}
      {'run' in route && <RunPage key={route.run} route={route} source={source} runList={runList} />}
      {paletteOpen && (
        <Suspense>
          <Palette
            route={route}
            source={source}
            runList={runList}
            actions={[{ title: 'Show keyboard shortcuts', call: () => setHelpOpen(true) }]}
            onClose={() => setPaletteOpen(false)}
          />
        </Suspense>
      )}
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
  ranking: 'Verdict',
  details: 'Score details',
  diff: 'Diff',
  logs: 'Logs',
  agent: 'Agent',
  merge: 'Merge',
  not_found: 'Page not found',
};

/** Another view gets the focus and starts at the top. A change within a view leaves the scroll position as it is. */
function useTitleAndFocus(route: Route): void {
  const { view } = route;
  const candidate = 'candidate' in route ? (route.candidate ?? 'base') : '';
  const path = route.view === 'not_found' ? '' : linkTo(route).replace(/\?.*$/, '');
  const isFirst = useRef(true);
  useEffect(() => {
    // The ranking has the outcome of the run as its title.
    if (view === 'ranking') return;
    document.title = [VIEW_TITLES[view], candidate, 'Hydra'].filter((text) => text !== '').join(' · ');
  }, [view, candidate]);
  useEffect(() => {
    if (isFirst.current || path === '') {
      isFirst.current = false;
      return;
    }
    // In a form the focus goes to the first field.
    const first = document.querySelector<HTMLElement>('main [data-initial-focus]') ?? document.querySelector<HTMLElement>('main');
    first?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [path]);
}
