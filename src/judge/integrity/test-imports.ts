// The packages that the base's tests import. A change of where one of them comes from decides what the tests see.
import { anyOf } from '../../languages/index.ts';

const IMPORT = anyOf(
  {
    javascript: /\b(?:from|import|require\s*\()\s*["']((?:@[\w.-]{1,80}\/)?[\w.-]{1,80})/,
    python: /^[ \t]*(?:from|import)[ \t]+([A-Za-z_]\w{0,80})/,
    go: /^[ \t]*(?:import[ \t]+)?(?:[\w.]{1,40}[ \t]+)?"([\w.-]{1,80}\/[\w./-]{1,160})"/,
    rust: /^[ \t]*(?:pub[ \t]+)?use[ \t]+([a-z_]\w{0,80})/,
    ruby: /^[ \t]*require[ \t]+["']([\w-]{1,80})/,
    java: /^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.]{1,160})/,
    c: /^[ \t]*#[ \t]*include[ \t]*[<"]([\w./-]{1,120})/,
    php: /^[ \t]*use[ \t]+([A-Z]\w{0,80})/,
  },
  'gm',
);
/** More names than any suite needs. */
const MAX_IMPORTS = 5000;

export function importsOfTests(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, ...groups] of text.matchAll(IMPORT)) {
    const name = groups.find((group) => group !== undefined);
    if (name !== undefined) names.add(normalized(name));
    if (names.size >= MAX_IMPORTS) break;
  }
  return names;
}

/** Packages of test runners and their libraries, by any ecosystem's name. */
const TEST_LIBRARY = anyOf({
  javascript:
    /^(?:@?(?:jest|vitest|mocha|chai|sinon|ava|tap|tape|jasmine|cypress|playwright|testing-library|c8|nyc|istanbul\w*)|node:test|expect|should|power-assert|uvu|assert|ts-jest|babel-jest|supertest|nock)(?:[/-]|$)/,
  python: /^_?(?:pytest|unittest|nose|hypothesis|pluggy|iniconfig|coverage|tox|nox|doctest|mock|assertpy)(?:\d|[-_.]|$)/,
  go: /(?:^|\/)(?:testify|gomega|ginkgo|go-cmp|gocheck|quicktest|gomock|testing)(?:\/|$)/,
  rust: /^(?:assert_\w+|pretty_assertions|proptest|quickcheck|rstest|insta|mockall|criterion|trybuild)$/,
  ruby: /^(?:minitest|rspec[\w-]*|test-unit|test|shoulda[\w-]*|simplecov|cucumber)$/,
  java: /^(?:org\.)?(?:junit|testng|assertj|hamcrest|mockito|opentest4j|spockframework)|^kotlin\.test/,
  php: /^phpunit|^pestphp|^mockery/i,
  c: /(?:^|\/)(?:gtest|gmock|catch2?|doctest|unity|cmocka|criterion|check|munit|minunit|CUnit|boost\/test)(?:\/|\.|$)/,
});

export function isTestLibrary(name: string): boolean {
  return TEST_LIBRARY.test(name);
}

/** Whether a package with this name in a manifest is one that the tests import, or that runs them. */
export function decidesTests(name: string, imports: ReadonlySet<string>): boolean {
  const plain = normalized(name);
  if (isTestLibrary(name) || imports.has(plain)) return true;
  // Go imports packages inside a module, Java classes inside a group.
  return [...imports].some((path) => path.startsWith(`${plain}/`) || path.startsWith(`${plain}.`));
}

/** Manifests and imports differ in case and hyphens. */
function normalized(name: string): string {
  return name.replaceAll('-', '_').toLowerCase();
}
