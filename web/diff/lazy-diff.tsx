// Loads the code of the diff when a diff is opened: the first view does not need it.
import type { ComponentProps } from 'react';
import { LoadError } from '../components/error-view.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useLoaded } from '../hooks/use-loaded.ts';

type Pages = typeof import('./diff-page.tsx');
type Views = typeof import('./diff-view.tsx');

export function LazyDiffPage(props: ComponentProps<Pages['DiffPage']>) {
  const { value, error, reload } = useLoaded('page', () => import('./diff-page.tsx'));
  if (value !== null) return <value.DiffPage {...props} />;
  return error === null ? <Skeleton lines={14} label="Loading the diff" /> : <LoadError error={error} onRetry={reload} />;
}

export function LazyDiffView(props: ComponentProps<Views['DiffView']>) {
  const { value, error, reload } = useLoaded('view', () => import('./diff-view.tsx'));
  if (value !== null) return <value.DiffView {...props} />;
  return error === null ? <Skeleton lines={8} label="Loading the diff" /> : <LoadError error={error} onRetry={reload} />;
}
