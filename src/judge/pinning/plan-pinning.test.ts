// Which changes stay in the pinned tree, for layouts of several languages: honest changes and hostile ones.
import { describe, expect, test } from 'vitest';
import type { DiffFile } from '../../contract/index.ts';
import { type ChangedText, describeBase, planPinning } from './index.ts';

type Tree = Readonly<Record<string, string>>;
/** Null deletes a file. */
type Change = Readonly<Record<string, string | null>>;

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function changeOf(base: Tree, path: string, text: string | null): ChangedText {
  const isOnBase = path in base;
  const file: DiffFile = {
    path,
    old_path: null,
    status: text === null ? 'deleted' : isOnBase ? 'modified' : 'added',
    old_mode: isOnBase ? '100644' : '000000',
    mode: text === null ? '000000' : '100644',
    binary: text?.includes('\0') === true,
    added: 1,
    removed: 1,
    added_normalized: 1,
    removed_normalized: 1,
    marked_generated: false,
    marked_vendored: false,
  };
  return { file, baseText: base[path] ?? null, text };
}

function plan(base: Tree, change: Change) {
  const layout = describeBase(Object.keys(base), new Map(Object.entries(base)));
  return planPinning(
    layout,
    Object.entries(change).map(([path, text]) => changeOf(base, path, text)),
  );
}

/** "path: why" for each restored file. */
function restored(base: Tree, change: Change): string[] {
  return plan(base, change).restored.map(({ path, why }) => `${path}: ${why}`);
}

const NODE: Tree = {
  'package.json': json({
    name: 'durations',
    version: '1.0.0',
    type: 'module',
    main: 'lib/parse.js',
    imports: { '#clock': './lib/clock.js' },
    scripts: { test: 'mocha --require ./tools/hooks.cjs' },
    dependencies: { ms: '^2.0.0' },
    devDependencies: { chai: '^5.0.0', mocha: '^10.0.0' },
  }),
  'package-lock.json':
    '{\n  "packages": {\n    "node_modules/ms": {\n      "version": "2.0.0",\n      "resolved": "https://r/ms"\n    }\n  }\n}\n',
  '.mocharc.yml': 'require: [./etc/global.js]\n',
  'etc/global.js': "import '../lib/clock.js';\nimport './more.js';\n",
  'etc/more.js': '',
  'tools/hooks.cjs': 'module.exports = {};\n',
  'lib/parse.js': "import units from './units.json' with { type: 'json' };\nexport const parse = () => units;\n",
  'lib/clock.js': 'export const now = 1;\n',
  'lib/units.json': '{"h": 3600}\n',
  'locales/en.json': '{}\n',
  'test/parse.test.js': "import { expect } from 'chai';\nimport { parse } from '../lib/parse.js';\n",
  'README.md': '# durations\n',
};

const PYTHON: Tree = {
  'pyproject.toml':
    '[project]\nname = "shop"\ndependencies = [\n  "requests>=2",\n]\n\n[tool.pytest.ini_options]\naddopts = "-p shop_checks"\n',
  'shop_checks.py': 'def pytest_configure(config):\n    pass\n',
  'src/shop/__init__.py': '',
  'src/shop/cart.py': 'import json\nimport requests\n\nTABLE = "rates.csv"\n',
  'src/shop/rates.csv': 'a,1\n',
  'src/shop/compare.py': 'import pytest\n\ndef close(a, b):\n    assert a == pytest.approx(b)\n',
  'src/shop/money.py': 'import decimal\n',
  'src/shop/tax.py': 'X = 1\n',
  'tests/test_cart.py': 'from shop.cart import total\nfrom shop.compare import close\n',
};

const FLAT_PYTHON: Tree = { 'cart.py': 'import json\n', 'requirements.txt': 'click>=8\n', 'test_cart.py': 'import cart\n' };

const C: Tree = {
  Makefile: 'SRC = src/list.c src/map.c\ninclude rules/flags.mk\n\ntest: $(SRC)\n\tcc -Iinclude -o t tests/t.c $(SRC) && ./t\n',
  'rules/flags.mk': 'CFLAGS = -O2\n',
  'include/coll/list.h': '#include <stddef.h>\n',
  'src/list.c': '#include "coll/list.h"\n#include <stdlib.h>\n',
  'src/map.c': '#include <zlib.h>\n',
  'tests/t.c': '#include <assert.h>\n#include "unity.h"\n',
};

const GO: Tree = {
  'go.mod': 'module example.com/flag\n\ngo 1.22\n\nrequire example.com/a v1.0.0\n',
  'go.sum': 'example.com/a v1.0.0 h1:x\n',
  'flag.go': 'package flag\n',
  'compare/compare.go': 'package compare\n\nimport "testing"\n',
  'flag_test.go': 'package flag\n\nimport "testing"\n',
};

const RUST: Tree = {
  'Cargo.toml':
    '[package]\nname = "slug"\nversion = "0.1.0"\n\n[dependencies]\nserde = "1"\n\n[dev-dependencies]\nproptest = "1"\n',
  'src/lib.rs': 'pub mod slug;\n#[cfg(test)]\nmod cases;\n',
  'src/slug.rs': 'pub fn slug() {}\n#[cfg(test)]\n#[path = "odd/extra.rs"]\nmod extra;\n',
  'src/cases.rs': '#[test]\nfn works() {}\n',
  'src/odd/extra.rs': '#[test]\nfn more() {}\n',
};

const JAVA: Tree = {
  'pom.xml': '<project>\n  <dependencies>\n  </dependencies>\n</project>\n',
  'src/main/java/app/Cart.java': 'package app;\n',
  'src/test/java/app/CartTest.java': 'package app;\nimport org.junit.jupiter.api.Test;\n',
};

const RUBY: Tree = {
  'lib/cart.rb': 'class Cart; end\n',
  'test/test_cart.rb': "require 'minitest/autorun'\n",
  Gemfile: "gem 'minitest'\n",
};
const PHP: Tree = {
  'src/Cart.php': '<?php\n',
  'tests/CartTest.php': '<?php\n',
  'composer.json': '{}\n',
  'phpunit.xml': '<phpunit bootstrap="boot/start.php"/>\n',
  'boot/start.php': '<?php\n',
};

const MONOREPO: Tree = {
  'package.json': json({ workspaces: ['packages/*'] }),
  'packages/core/package.json': json({ name: '@x/core', exports: { '.': './src/index.ts' } }),
  'packages/core/src/index.ts': 'export {};\n',
  'packages/core/src/index.test.ts': '',
  'packages/core/tsconfig.json': '{ "extends": "../../shared/base.json", "include": ["src"] }\n',
  'shared/base.json': '{}\n',
};

describe('an honest change stays', () => {
  test.each<[string, Tree, Change]>([
    ['sources and documents', NODE, { 'lib/parse.js': 'export const parse = 1;\n', 'README.md': 'new\n', 'CHANGELOG.md': 'x\n' }],
    ['a new module beside the others', NODE, { 'lib/tokens.js': 'export {};\n', 'lib/deep/er/x.ts': 'export {};\n' }],
    [
      'a module in a new folder that the source imports',
      NODE,
      { 'lib/parse.js': "import '../grammar/units.js';\n", 'grammar/units.js': 'export {};\n' },
    ],
    ['data beside the source', NODE, { 'lib/units.json': '{"h": 3600, "d": 86400}\n', 'lib/words/de.json': '{}\n' }],
    [
      'data elsewhere that the source names',
      NODE,
      { 'lib/parse.js': "read('../locales/de.json');\n", 'locales/de.json': '{}\n' },
    ],
    [
      'a new version, keywords and a dependency that the source imports',
      NODE,
      {
        'package.json':
          NODE['package.json']?.replace('1.0.0', '1.1.0').replace('"ms": "^2.0.0"', '"ms": "^2.0.0",\n    "luxon": "^3.4.0"') ??
          '',
        'package-lock.json':
          NODE['package-lock.json']?.replace(
            '    }\n  }',
            '    },\n    "node_modules/luxon": {\n      "resolved": "https://r/l"\n    }\n  }',
          ) ?? '',
        'lib/parse.js': "import { Duration } from 'luxon';\n",
      },
    ],
    ['data beside data of the same format', NODE, { 'locales/de.json': '{}\n', 'locales/en.json': '{"a": 1}\n' }],
    [
      'a source in the lists of other build systems',
      {
        ...C,
        'CMakeLists.txt': 'add_library(coll src/list.c)\n',
        'meson.build': "library('coll', ['src/list.c'])\n",
        'setup.py': "setup(py_modules=['a'])\n",
        'a.py': '',
      },
      {
        'src/tree.c': '',
        'b.py': '',
        'CMakeLists.txt': 'add_library(coll src/list.c src/tree.c)\n',
        'meson.build': "library('coll', ['src/list.c', 'src/tree.c'])\n",
        'setup.py': "setup(py_modules=['a', 'b'])\n",
      },
    ],
    [
      'the module that the tests of the base ask for, and what it imports',
      { 'test/span.test.js': "import { span } from '../src/span.js';\n" },
      { 'src/span.js': "import './units.js';\n", 'src/units.js': '' },
    ],
    [
      'the package that the tests of the base ask for',
      { 'tests/test_span.py': 'from spans import span\n' },
      { 'spans/__init__.py': 'from .units import x\n', 'spans/units.py': '' },
    ],
    [
      'the source beside tests',
      { 'go.mod': 'module x\n', 'span/span_test.go': 'package span\n' },
      { 'span/parse.go': 'package span\n' },
    ],
    ['the sources that a test in C includes', { 'tests/t.c': '#include "span.h"\n' }, { 'src/span.c': '', 'src/span.h': '' }],
    ['a deleted source', NODE, { 'lib/clock.js': null }],
    ['files that no check reads', NODE, { '.gitignore': 'x\n', '.github/workflows/ci.yml': 'on: push\n', LICENSE: 'MIT\n' }],
    [
      'a module of a package that has the name of a standard module',
      PYTHON,
      { 'src/shop/json.py': 'X = 1\n', 'src/shop/types/logging.py': 'X = 1\n' },
    ],
    ['data of a package, and templates', PYTHON, { 'src/shop/rates.csv': 'a,2\n', 'src/shop/templates/mail.html': '<p>\n' }],
    [
      'a dependency in a list',
      PYTHON,
      { 'pyproject.toml': PYTHON['pyproject.toml']?.replace('"requests>=2",', '"requests>=2",\n  "attrs>=23",') ?? '' },
    ],
    ['a flat module', FLAT_PYTHON, { 'pricing.py': 'X = 1\n', 'cart.py': 'import pricing\n' }],
    ['a requirement', FLAT_PYTHON, { 'requirements.txt': 'click>=8\nrich==13.0\n', 'cart.py': 'import rich\n' }],
    [
      'a source with its line in the Makefile',
      C,
      {
        'src/tree.c': '#include "coll/tree.h"\n',
        'include/coll/tree.h': '',
        Makefile: C.Makefile?.replace('src/map.c', 'src/map.c src/tree.c') ?? '',
      },
    ],
    ['a rule for an object', C, { 'src/tree.c': '', Makefile: `${C.Makefile}tree.o: src/tree.c\n` }],
    ['a private header', C, { 'src/hash.h': '', 'src/map.c': '#include "hash.h"\n' }],
    ['a header in the project’s own namespace', C, { 'include/coll/string.h': '' }],
    [
      'a Go package and a requirement',
      GO,
      {
        'internal/levenshtein/distance.go': 'package levenshtein\n',
        'go.mod': `${GO['go.mod']}require example.com/b/v2 v2.1.0\n`,
        'go.sum': `${GO['go.sum']}example.com/b/v2 v2.1.0 h1:y\n`,
      },
    ],
    [
      'a Rust module and a dependency',
      RUST,
      {
        'src/words.rs': '',
        'Cargo.toml': RUST['Cargo.toml']?.replace('serde = "1"', 'serde = "1"\nunicode-width = "0.1"') ?? '',
      },
    ],
    [
      'a Java class, a resource and a dependency',
      JAVA,
      {
        'src/main/java/app/pricing/Tax.java': '',
        'src/main/java/app/labels.properties': 'a=b\n',
        'pom.xml':
          '<project>\n  <dependencies>\n    <dependency>\n      <groupId>org.x</groupId>\n      <artifactId>y</artifactId>\n      <version>1.2</version>\n    </dependency>\n  </dependencies>\n</project>\n',
      },
    ],
    ['a Ruby and a PHP class', { ...RUBY, ...PHP }, { 'lib/cart/tax.rb': '', 'src/Tax/Rate.php': '' }],
    [
      'a source of a package in a monorepo, and an export of it',
      MONOREPO,
      {
        'packages/core/src/text.ts': 'export {};\n',
        'packages/core/package.json': json({ name: '@x/core', exports: { '.': './src/index.ts', './text': './src/text.ts' } }),
      },
    ],
    ['settings of the product in a folder of source', MONOREPO, { 'packages/core/src/app.config.ts': 'export {};\n' }],
  ])('%s', (_, base, change) => {
    expect(restored(base, change)).toEqual([]);
  });
});

describe('what is not product source is the base’s', () => {
  test.each<[string, Tree, Change, string[]]>([
    [
      'settings under another accepted name',
      NODE,
      { '.mocharc.jsonc': '{}', 'vitest.config.mts': '', 'pytest.toml': '', 'nx.json': '{}' },
      ['.mocharc.jsonc: runner', 'nx.json: config', 'pytest.toml: config', 'vitest.config.mts: runner'],
    ],
    ['a file that a script names', NODE, { 'tools/hooks.cjs': 'x' }, ['tools/hooks.cjs: support']],
    [
      'a file that settings name, and what it imports',
      NODE,
      { 'etc/global.js': 'x', 'etc/more.js': 'x', 'lib/clock.js': 'x' },
      ['etc/global.js: support', 'etc/more.js: support'],
    ],
    [
      'a program that a script runs',
      { ...NODE, 'hydra.toml': 'test = "python3 ci/run.py"\n', 'ci/run.py': '' },
      { 'ci/run.py': 'x' },
      ['ci/run.py: support'],
    ],
    ['a plug-in that settings name', PYTHON, { 'shop_checks.py': 'x' }, ['shop_checks.py: support']],
    ['a helper of tests under an unusual name', PYTHON, { 'src/shop/compare.py': 'x' }, ['src/shop/compare.py: support']],
    ['a Go package that imports testing', GO, { 'compare/compare.go': 'x' }, ['compare/compare.go: support']],
    [
      'Rust modules that only tests compile',
      RUST,
      { 'src/cases.rs': '', 'src/odd/extra.rs': '' },
      ['src/cases.rs: test', 'src/odd/extra.rs: test'],
    ],
    ['the start file of PHPUnit', PHP, { 'boot/start.php': '' }, ['boot/start.php: support']],
    ['a parent of compiler settings', MONOREPO, { 'shared/base.json': '{"x":1}' }, ['shared/base.json: support']],
    ['a workspace file', GO, { 'go.work': 'go 1.22\nuse ./x\n' }, ['go.work: unknown']],
    [
      'an included part of a Makefile',
      C,
      { 'rules/flags.mk': 'CC = true\n', 'local.mk': 'CC = true\n' },
      ['local.mk: build', 'rules/flags.mk: build'],
    ],
    ['a recipe', C, { Makefile: C.Makefile?.replace('&& ./t', '; true') ?? '' }, ['Makefile: script']],
    [
      'a removed recipe that names a source',
      C,
      { 'src/map.c': '', Makefile: 'SRC = src/list.c src/map.c\n' },
      ['Makefile: script'],
    ],
    [
      'an entry point',
      PYTHON,
      { 'pyproject.toml': `${PYTHON['pyproject.toml']}[project.entry-points.pytest11]\nx = "shop.x"\n` },
      ['pyproject.toml: dependency'],
    ],
    [
      'a dependency from a folder',
      RUST,
      { 'Cargo.toml': `${RUST['Cargo.toml']}[patch.crates-io]\nproptest = { path = "p" }\n` },
      ['Cargo.toml: dependency'],
    ],
    [
      'another test harness',
      RUST,
      { 'Cargo.toml': `${RUST['Cargo.toml']}[[test]]\nname = "x"\nharness = false\n` },
      ['Cargo.toml: dependency'],
    ],
    ['a replaced module', GO, { 'go.mod': `${GO['go.mod']}replace example.com/a => ./a\n` }, ['go.mod: dependency']],
    [
      'another toolchain',
      GO,
      { 'go.mod': `${GO['go.mod']}toolchain go1.99\n`, 'rust-toolchain.toml': '', '.tool-versions': '' },
      ['.tool-versions: hidden', 'go.mod: dependency', 'rust-toolchain.toml: unknown'],
    ],
    [
      'a vendored test library',
      NODE,
      { 'node_modules/chai/index.js': '', 'vendor/chai.js': '', 'third_party/x/y.js': '' },
      ['node_modules/chai/index.js: vendored', 'third_party/x/y.js: vendored', 'vendor/chai.js: vendored'],
    ],
    [
      'modules that shadow a library',
      PYTHON,
      { 'src/decimal.py': '', 'pytest/__init__.py': '', 'requests.py': '', 'pluggy.py': '' },
      ['pluggy.py: shadowing', 'pytest/__init__.py: shadowing', 'requests.py: shadowing', 'src/decimal.py: shadowing'],
    ],
    [
      'a flat module with the name of a standard module',
      FLAT_PYTHON,
      { 'random.py': '', 'click.py': '' },
      ['click.py: shadowing', 'random.py: shadowing'],
    ],
    [
      'headers that shadow those of the system or a library',
      C,
      { 'include/assert.h': '', 'src/unity.h': '', 'src/zlib.h': '', 'include/sys/types.h': '' },
      ['include/assert.h: shadowing', 'include/sys/types.h: shadowing', 'src/unity.h: shadowing', 'src/zlib.h: shadowing'],
    ],
    [
      'Ruby and Java libraries',
      { ...RUBY, ...JAVA },
      { 'lib/minitest.rb': '', 'lib/set.rb': '', 'src/main/java/org/junit/Assert.java': '' },
      ['lib/minitest.rb: shadowing', 'lib/set.rb: shadowing', 'src/main/java/org/junit/Assert.java: shadowing'],
    ],
    [
      'files that Python loads at its start',
      PYTHON,
      { 'x.pth': '', 'src/sitecustomize.py': '' },
      ['src/sitecustomize.py: runner', 'x.pth: runner'],
    ],
    [
      'services and settings of JUnit',
      JAVA,
      { 'src/main/resources/META-INF/services/x.Y': 'z', 'src/main/resources/junit-platform.properties': 'a=b' },
      ['src/main/resources/META-INF/services/x.Y: vendored', 'src/main/resources/junit-platform.properties: config'],
    ],
    [
      'hidden files and build output',
      NODE,
      { '.hidden/x.js': '', 'dist/parse.js': '', 'lib/x.min.js': '' },
      ['.hidden/x.js: hidden', 'dist/parse.js: generated', 'lib/x.min.js: generated'],
    ],
    [
      'programs, and code that calls itself data',
      NODE,
      { 'lib/x.node': '\0', 'lib/x.wasm': '\0', 'lib/y.js': '\0', 'lib/z.json': 'module.exports = 1' },
      ['lib/x.node: unknown', 'lib/x.wasm: unknown', 'lib/y.js: unknown', 'lib/z.json: unknown'],
    ],
    [
      'source in a new place that nothing uses',
      NODE,
      { 'extras/x.js': '', 'lib/native.c': '' },
      ['extras/x.js: unknown', 'lib/native.c: unknown'],
    ],
    [
      'data that nothing names',
      NODE,
      { 'numbers.json': '{}', 'notes/numbers.json': '{}' },
      ['notes/numbers.json: data', 'numbers.json: unknown'],
    ],
    ['a new package', MONOREPO, { 'packages/chai/package.json': json({ name: 'chai' }) }, ['packages/chai/package.json: build']],
    [
      'a dependency of the tests in another version',
      NODE,
      { 'package.json': NODE['package.json']?.replace('"chai": "^5.0.0"', '"chai": "^1.0.0"') ?? '' },
      ['package.json: version'],
    ],
  ])('%s', (_, base, change, expected) => {
    expect(restored(base, change)).toEqual(expected);
  });

  test('a dependency from a folder or an archive, with its lockfile', () => {
    for (const place of ['file:./chai', './chai', 'npm:evil@1', 'https://x/y.tgz', 'github:a/b', 'link:../x', 'workspace:*']) {
      const own = NODE['package.json']?.replace('"chai": "^5.0.0"', `"chai": "${place}"`) ?? '';
      expect(restored(NODE, { 'package.json': own, 'package-lock.json': '{}' }), place).toEqual([
        'package-lock.json: dependency',
        'package.json: dependency',
      ]);
    }
  });
});

test('restores only some members of package.json', () => {
  const own = JSON.parse(NODE['package.json'] ?? '') as Record<string, unknown>;
  const changed = {
    ...own,
    version: '2.0.0',
    main: 'x.js',
    imports: { '#clock': './x.js' },
    overrides: { chai: './x' },
    scripts: {},
  };
  const { pinContent } = plan(NODE, { 'package.json': json(changed) });
  expect(JSON.parse(pinContent('package.json') ?? '')).toEqual({ ...own, version: '2.0.0' });
});

test('restores an imports map that names another product file', () => {
  const own = NODE['package.json']?.replace('./lib/clock.js', './lib/other.js') ?? '';
  expect(restored(NODE, { 'package.json': own, 'lib/clock.js': 'x', 'lib/other.js': 'x' })).toEqual(['package.json: config']);
});

test('restores a lockfile that changes what the base locks', () => {
  const own = NODE['package-lock.json']?.replace('https://r/ms', 'https://evil/ms') ?? '';
  expect(restored(NODE, { 'package-lock.json': own })).toEqual(['package-lock.json: dependency']);
});

test('restores a manifest that cannot be read', () => {
  expect(plan(NODE, { 'package.json': '{' }).isPinned('package.json')).toBe(true);
});

test('keeps a plug-in that is tested on itself, and sources that settings only list', () => {
  const base = {
    'package.json': json({ main: './src/plugin.js', babel: { plugins: ['./src/plugin.js'] } }),
    '.mocharc.json': json({ require: ['src/**/*.js'] }),
    'src/plugin.js': '',
    'src/visit.js': '',
  };
  expect(restored(base, { 'src/plugin.js': 'x', 'src/visit.js': 'x' })).toEqual([]);
});

test('keeps the tests of a product that is about tests', () => {
  const base = { 'src/plugin.py': 'import pytest\n', 'tests/test_x.py': 'import pytest\n' };
  expect(restored(base, { 'src/plugin.py': 'import pytest\nX = 1\n' })).toEqual([]);
});

test('judges thousands of added files in linear time', () => {
  const base = { ...NODE, 'lib/large.js': `${'const a = "b";\n'.repeat(10_000)}` };
  const added = Array.from({ length: 5000 }, (_, index) => [`notes/${index}.json`, '{}']);
  const dependencies = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${index}`, '1.0.0']));
  const change = { ...Object.fromEntries(added), 'package.json': json({ dependencies }) };
  expect(restored(base, change)).toContain('notes/4999.json: unknown');
});

// A pattern that backtracks would exceed the test's time limit.
test.each([
  ['blanks', ' '.repeat(500_000)],
  ['names', 'a.'.repeat(250_000)],
  ['quotes', '"\'['.repeat(200_000)],
  ['lines', 'x = 1\n'.repeat(100_000)],
  ['a requirement with blanks', `a==1${' '.repeat(300_000)}x`],
  ['versions', `"${'1.0 || '.repeat(50_000)}"`],
])('reads hostile manifests in linear time: %s', (_, text) => {
  const manifests = ['package.json', 'pyproject.toml', 'Makefile', 'go.mod', 'requirements.txt', 'pom.xml', 'package-lock.json'];
  const base = Object.fromEntries([...manifests.map((path) => [path, text.slice(1)]), ['src/a.py', text]]);
  expect(() => plan(base, Object.fromEntries([...manifests, 'src/a.py', 'data.json'].map((path) => [path, text])))).not.toThrow();
});

describe('a program that shows a fault', () => {
  const FLAT: Tree = { 'slug.py': 'def slug(text):\n    return text\n', 'test_slug.py': 'import slug\n' };
  const program = 'from slug import slug\nassert slug("") == "n-a"\n';

  test('is a test, also beside product source', () => {
    expect(restored(FLAT, { 'slug.py': 'def slug(text):\n    return text or "n-a"\n', 'reproduce_issue.py': program })).toEqual([
      'reproduce_issue.py: test',
    ]);
  });

  test('stays where the tests of the base wait for it', () => {
    const base = { ...FLAT, 'test_slug.py': 'import reproduce_issue\n' };
    expect(restored(base, { 'slug.py': 'def slug(text):\n    return text or "n-a"\n', 'reproduce_issue.py': program })).toEqual(
      [],
    );
  });
});
