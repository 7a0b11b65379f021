// The HTTP API and live events for the page.
export type { ForcedMerge } from './confirmations.ts';
export { type RunningServer, startServer } from './server.ts';
