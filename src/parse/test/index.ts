// The test parsers. Where two match the same lines equally well, the earlier one takes precedence.
import type { Parser } from '../parser.ts';
import type { TestSection } from '../section.ts';
import { ava } from './ava/ava.ts';
import { bats } from './bats.ts';
import { bunTest } from './bun-test.ts';
import { cargoTest } from './cargo/cargo-test.ts';
import { libtestJson } from './cargo/libtest-json.ts';
import { nextest } from './cargo/nextest.ts';
import { catch2 } from './catch2.ts';
import { ctest } from './ctest.ts';
import { ctrf } from './ctrf.ts';
import { cucumberJson } from './cucumber-json.ts';
import { dartTestJson } from './dart-test-json.ts';
import { denoTest } from './deno-test.ts';
import { doctest } from './doctest.ts';
import { dotnetTest } from './dotnet-test.ts';
import { exUnit } from './ex-unit.ts';
import { ginkgoJson } from './go/ginkgo-json.ts';
import { goTest } from './go/go-test.ts';
import { goTestJson } from './go/go-test-json.ts';
import { gotestsum } from './go/gotestsum.ts';
import { googletest } from './googletest/googletest.ts';
import { googletestJson } from './googletest/googletest-json.ts';
import { gradle } from './gradle.ts';
import { jasmine } from './jasmine.ts';
import { jest } from './jest/jest.ts';
import { jestJson } from './jest/jest-json.ts';
import { junit } from './junit.ts';
import { karmaJson } from './karma-json.ts';
import { maven } from './maven.ts';
import { minitest } from './minitest.ts';
import { mocha } from './mocha/mocha.ts';
import { mochaJson } from './mocha/mocha-json.ts';
import { mochaJsonStream } from './mocha/mocha-json-stream.ts';
import { nodeTest } from './node-test/node-test.ts';
import { nodeTestJson } from './node-test/node-test-json.ts';
import { nunit } from './nunit.ts';
import { pest } from './phpunit/pest.ts';
import { phpunit } from './phpunit/phpunit.ts';
import { phpunitEvents } from './phpunit/phpunit-events.ts';
import { playwright } from './playwright/playwright.ts';
import { playwrightJson } from './playwright/playwright-json.ts';
import { pytest } from './pytest/pytest.ts';
import { robot } from './robot.ts';
import { rspec } from './rspec/rspec.ts';
import { rspecJson } from './rspec/rspec-json.ts';
import { scalatest } from './scalatest.ts';
import { swiftTesting } from './swift-testing.ts';
import { prove } from './tap/prove.ts';
import { tap } from './tap/tap.ts';
import { tcltest } from './tcltest.ts';
import { teamcity } from './teamcity.ts';
import { testUnit } from './test-unit.ts';
import { trx } from './trx.ts';
import { unittest } from './unittest/unittest.ts';
import { uvu } from './uvu.ts';
import { vitest } from './vitest/vitest.ts';
import { xctest } from './xctest.ts';
import { xunitNet } from './xunit-net.ts';

export const TEST_PARSERS: readonly Parser<TestSection>[] = [
  robot,
  rspecJson,
  jestJson,
  mochaJson,
  mochaJsonStream,
  playwrightJson,
  karmaJson,
  cucumberJson,
  ctrf,
  junit,
  trx,
  nunit,
  xunitNet,
  libtestJson,
  nodeTestJson,
  goTestJson,
  ginkgoJson,
  dartTestJson,
  googletestJson,
  nextest,
  cargoTest,
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
  gotestsum,
  goTest,
  bunTest,
  denoTest,
  prove,
  phpunit,
  phpunitEvents,
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
  pest,
  rspec,
  uvu,
];
