// Where the page begins. It shows what the local server has, or what is written into the file itself.
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import { readReportData, reportSource } from './api/report-source.ts';
import { serverSource } from './api/server-source.ts';
import { App } from './app/app.tsx';
import { applyTheme, storedTheme } from './app/theme.ts';
import { linkToRanking } from './route.ts';

const data = readReportData(document);
const [only] = data?.entries ?? [];
// A report about one run opens on that run.
if (only !== undefined && data?.entries.length === 1 && location.hash === '')
  history.replaceState(null, '', linkToRanking(only.id));
applyTheme(storedTheme());

const place = document.getElementById('page');
if (place !== null) createRoot(place).render(<App source={data === null ? serverSource() : reportSource(data)} />);
