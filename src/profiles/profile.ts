// The interface of a profile. Data only: a profile never reads a repository.
import type { CheckId } from '../contract/index.ts';

/** In the order in which they are listed. */
export const PROFILE_IDS = [
  'js-node',
  'rust',
  'python',
  'go',
  'java-maven',
  'java-gradle',
  'dotnet',
  'ruby',
  'php',
  'deno',
  'bun',
  'make',
] as const;
export type ProfileId = (typeof PROFILE_IDS)[number];

export interface Profile {
  id: ProfileId;
  title: string;
  /** Null: the ecosystem has no command that fits every repository. */
  commands: Record<CheckId, string | null>;
}
