// The entry of the page. It shows the data of the local server, or the data that a report file contains.
import './styles/base.css';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { RunEntry } from '../src/contract/index.ts';
import { DataSourceError } from './api/data-source.ts';
import { readReportData, reportSource } from './api/report-source.ts';
import { serverSource } from './api/server-source.ts';
import { takeToken } from './api/session-token.ts';
import { App } from './app/app.tsx';
import { applyTheme, storedTheme } from './app/theme.ts';
import { LoadError } from './components/error-view.tsx';
import { linkToRanking } from './route.ts';
// Last, so that it wins against the components.
import './styles/print.css';

takeToken();
applyTheme(storedTheme());
const root = document.getElementById('page');
if (root !== null) createRoot(root).render(openPage(document));

function openPage(page: Document): ReactElement {
  try {
    const data = readReportData(page);
    if (data === null) return <App source={serverSource()} />;
    openOnlyRun(data.entries);
    return <App source={reportSource(data)} />;
  } catch (error) {
    if (!(error instanceof DataSourceError)) throw error;
    return (
      <main>
        <LoadError error={error} />
      </main>
    );
  }
}

/** A report about one run opens on the ranking of that run. */
function openOnlyRun([first, ...others]: readonly RunEntry[]): void {
  if (first === undefined || others.length > 0 || location.hash !== '') return;
  history.replaceState(null, '', linkToRanking(first.id));
}
