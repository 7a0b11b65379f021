// A view whose script is loaded when it is first shown, so that the first view of the page loads less.
import type { ComponentType } from 'react';
import { DataSourceError } from '../api/data-source.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import { LoadError } from './error-view.tsx';
import { Skeleton } from './skeleton.tsx';

export interface ViewScript<Props> {
  /** Null until it is loaded. */
  readonly view: ComponentType<Props> | null;
  load(): Promise<ComponentType<Props>>;
  /** Loads it early, so that the view also opens when the server stops in the meantime. */
  preload(): void;
}

export function viewScript<Props>(importView: () => Promise<ComponentType<Props>>): ViewScript<Props> {
  let view: ComponentType<Props> | null = null;
  const load = async () => {
    view ??= await importView();
    return view;
  };
  return {
    get view() {
      return view;
    },
    load,
    preload: () => void load().catch(() => {}),
  };
}

export function LazyView<Props extends object>({ script, props }: { script: ViewScript<Props>; props: Props }) {
  const { value, error, reload } = useLoaded('view', () => script.load().catch(refuse));
  const View = script.view ?? value;
  if (View !== null) return <View {...props} />;
  return error === null ? <Skeleton lines={9} label="Loading the view" /> : <LoadError error={error} onRetry={reload} />;
}

/** The page retries by itself after this error. */
function refuse(): never {
  throw new DataSourceError(
    'unreachable',
    'A script of this page could not be loaded.',
    'Start `hydra ui` again, or reload the page.',
  );
}
