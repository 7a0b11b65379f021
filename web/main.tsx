// Where the page begins. It shows what the local server has, or what is written into the file itself.
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { rankingOf } from './route.ts';
import { fileSource, readFileData } from './source/file-source.ts';
import { httpSource } from './source/http-source.ts';
import { applyTheme, storedTheme } from './theme.ts';

const data = readFileData(document);
const [only] = data?.entries ?? [];
// A report about one run opens on that run.
if (only !== undefined && data?.entries.length === 1 && location.hash === '') history.replaceState(null, '', rankingOf(only.id));
applyTheme(storedTheme());

const place = document.getElementById('page');
if (place !== null) createRoot(place).render(<App source={data === null ? httpSource() : fileSource(data)} />);
