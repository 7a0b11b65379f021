// The HTTP API and live events for the page.
export { type RunningServer, startServer } from './server.ts';
