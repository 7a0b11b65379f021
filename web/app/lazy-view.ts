// Views that the first one does not need. They load after it, so that they are there when the server stops.
import { type ComponentType, lazy } from 'react';

const RETRY_MS = 1500;
const loaders: (() => Promise<unknown>)[] = [];

/** A view in a script of its own. While the server is not reachable it tries again. */
export function lazyView<Props>(load: () => Promise<ComponentType<Props>>) {
  let started: Promise<{ default: ComponentType<Props> }> | null = null;
  const loadOnce = () => {
    started ??= retrying(load).then((view) => ({ default: view }));
    return started;
  };
  loaders.push(loadOnce);
  return lazy(loadOnce);
}

async function retrying<Value>(load: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
}

/** Call it once the first view is shown. */
export function loadOtherViews(): void {
  for (const load of loaders) void load();
}
