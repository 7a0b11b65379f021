// Room server: the HTTP API and live events for the page.
export { PAGE_FOLDER, type RunningServer, startServer } from './server.ts';
