// The test runners whose commands Hydra understands.
import type { TestRunner } from '../tool.ts';
import { ava } from './ava/index.ts';
import { cargo } from './cargo/index.ts';
import { ctest } from './ctest/index.ts';
import { go } from './go/index.ts';
import { gradle } from './gradle/index.ts';
import { jest } from './jest/index.ts';
import { maven } from './maven/index.ts';
import { minitest } from './minitest/index.ts';
import { mocha } from './mocha/index.ts';
import { nodeTest } from './node-test/index.ts';
import { phpunit } from './phpunit/index.ts';
import { pytest } from './pytest/index.ts';
import { rspec } from './rspec/index.ts';
import { tap } from './tap/index.ts';
import { unittest } from './unittest/index.ts';
import { vitest } from './vitest/index.ts';

export const RUNNERS: readonly TestRunner[] = [
  ava,
  cargo,
  ctest,
  go,
  gradle,
  jest,
  maven,
  minitest,
  mocha,
  nodeTest,
  phpunit,
  pytest,
  rspec,
  tap,
  unittest,
  vitest,
];
