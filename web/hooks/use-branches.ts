// The local branches, for suggestions. Without them a branch can still be typed.
import type { BranchEntry } from '../../src/contract/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { useLoaded } from './use-loaded.ts';

export function useBranches({ branches }: Pick<DataSource, 'branches'>): readonly BranchEntry[] {
  const { value } = useLoaded('branches', async () => (await branches?.()) ?? []);
  return value ?? [];
}
