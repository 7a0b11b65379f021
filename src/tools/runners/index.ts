// The test runners and the formats of their reports. Where the parsers of two match the same lines equally well, the earlier one
// takes precedence.
import type { TestRunner } from '../tool.ts';
import { ava } from './ava/index.ts';
import { bats } from './bats/index.ts';
import { bunTest } from './bun-test/index.ts';
import { cargo } from './cargo/index.ts';
import { catch2 } from './catch2/index.ts';
import { ctest } from './ctest/index.ts';
import { ctrf } from './ctrf/index.ts';
import { cucumber } from './cucumber/index.ts';
import { dartTest } from './dart-test/index.ts';
import { denoTest } from './deno-test/index.ts';
import { doctest } from './doctest/index.ts';
import { dotnetTest } from './dotnet-test/index.ts';
import { exUnit } from './ex-unit/index.ts';
import { go } from './go/index.ts';
import { googletest } from './googletest/index.ts';
import { gradle } from './gradle/index.ts';
import { jasmine } from './jasmine/index.ts';
import { jest } from './jest/index.ts';
import { junit } from './junit/index.ts';
import { karma } from './karma/index.ts';
import { maven } from './maven/index.ts';
import { minitest } from './minitest/index.ts';
import { mocha } from './mocha/index.ts';
import { nodeTest } from './node-test/index.ts';
import { nunit } from './nunit/index.ts';
import { phpunit } from './phpunit/index.ts';
import { playwright } from './playwright/index.ts';
import { pytest } from './pytest/index.ts';
import { robot } from './robot/index.ts';
import { rspec } from './rspec/index.ts';
import { scalatest } from './scalatest/index.ts';
import { swiftTesting } from './swift-testing/index.ts';
import { tap } from './tap/index.ts';
import { tcltest } from './tcltest/index.ts';
import { teamcity } from './teamcity/index.ts';
import { testUnit } from './test-unit/index.ts';
import { unittest } from './unittest/index.ts';
import { uvu } from './uvu/index.ts';
import { vitest } from './vitest/index.ts';
import { xctest } from './xctest/index.ts';
import { xunitNet } from './xunit-net/index.ts';

export const RUNNERS: readonly TestRunner[] = [
  robot,
  junit,
  nunit,
  xunitNet,
  ctrf,
  karma,
  cucumber,
  dartTest,
  cargo,
  ctest,
  googletest,
  doctest,
  catch2,
  tcltest,
  maven,
  gradle,
  dotnetTest,
  exUnit,
  scalatest,
  swiftTesting,
  xctest,
  go,
  bunTest,
  denoTest,
  phpunit,
  minitest,
  testUnit,
  pytest,
  unittest,
  jasmine,
  playwright,
  vitest,
  jest,
  mocha,
  ava,
  nodeTest,
  bats,
  tap,
  teamcity,
  rspec,
  uvu,
];
