// Every profile by its id. A missing or invalid profile is a compile error.
import { bun } from './bun.ts';
import { deno } from './deno.ts';
import { dotnet } from './dotnet.ts';
import { go } from './go.ts';
import { javaGradle } from './java-gradle.ts';
import { javaMaven } from './java-maven.ts';
import { jsNode } from './js-node.ts';
import { make } from './make.ts';
import { php } from './php.ts';
import type { Profile, ProfileId } from './profile.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';

export { PROFILE_IDS, type Profile, type ProfileId } from './profile.ts';

export const PROFILES: Record<ProfileId, Profile> = {
  'js-node': jsNode,
  rust,
  python,
  go,
  'java-maven': javaMaven,
  'java-gradle': javaGradle,
  dotnet,
  ruby,
  php,
  deno,
  bun,
  make,
};
