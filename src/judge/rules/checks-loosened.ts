import { anyOf, inOrder, repeated } from '../../languages/index.ts';
import { supportRole } from '../../tools/index.ts';
import { othersChangeFile, othersDoSame } from '../integrity/other-candidates.ts';
import type { PatchFile, PatchLine } from '../integrity/patch.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

/** A setting by which a linter, compiler or test runner finds less. */
const LOOSENED = anyOf({
  ignore: /\bignore(?:s|d|Patterns|DuringBuilds|BuildErrors)?\b["']?\s*[:=[]/,
  exclude: /\bexclude["']?\s*[:=[]|\bextend-exclude\b/,
  ruffIgnore: /per-file-ignores|extend-ignore/,
  emptySelection: /select\s*=\s*\[\s*\]/,
  ruleLevel: /["'](?:off|warn)["']|:\s{0,20}(?:0|1)\s{0,20},?\s{0,20}$/,
  // The key is read once from its start, so that a key of any length costs linear time.
  compilerOption: /\b(?=\w*?(?:strict|no[A-Z]\w|checkJs\b))\w+["']?\s*:\s*false/,
  skippedTypes: /\bskipLibCheck["']?\s*:\s*true/,
  disabled: /\bdisable\s*=/,
  jestIgnore: /\btestPathIgnorePatterns\b|passWithNoTests/,
  pytestIgnore: /\bcollect_ignore|-p no:|--ignore[= ]|--deselect/,
  vitestIgnore: /dangerouslyIgnoreUnhandledErrors/,
});
const UNCHECKED_FOLDER = inOrder({
  start: /\s{0,20}["'](?:\*\*\/|\.\/)?/,
  name: /node_modules|dist|build|coverage|out|target|\.venv|venv|__pycache__|\.git/,
  end: /(?:\/\*{0,2})?["'],?/,
});
/** The setting names only folders that no check reads. */
const ONLY_UNCHECKED_FOLDERS = inOrder({
  start: /^[^[]{0,80}\[?/,
  folders: repeated(UNCHECKED_FOLDER, 1, 20),
  end: /\s{0,20}\]?[,;\s]{0,20}$/,
});
const LIMIT = inOrder({
  name: /\b(max-warnings|fail_under|thresholds?|branches|functions|lines|statements)\b/,
  value: /["']?[=:\s]{1,5}(\d{1,9}(?:\.\d{1,9})?)/,
});
const LIST = inOrder({
  name: /^\s*["']?(select|extend-select|enable|rules|include|files|testMatch|lib|checks)["']?/,
  entries: /\s*[=:]\s*\[([^\]]{0,2000})\]/,
});

/** Files that say how a project is built, and also how strictly. */
const BUILD_FILE =
  /(?:^|\/)(?:CMakeLists\.txt|[^/]+\.cmake|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|composer\.json|meson\.build)$/;
const LOOSENED_BUILD = anyOf({
  mavenIgnore: /\btestFailureIgnore>\s*true|\bfailOn\w{1,40}>\s*false/,
  mavenSkip: /\b(?:skipTests|maven\.test\.skip|skipITs)>\s*true|^\s*<exclude>/,
  gradle: /\bignoreFailures\b\s*(?:=\s*)?(?:\(\s*)?true|\bisIgnoreFailures\s*=\s*true|\benabled\s*=\s*false/,
  cmake: /\bWILL_FAIL\s+(?:TRUE|ON|1)|\bDISABLED\s+(?:TRUE|ON|1)/,
  meson: /\bshould_fail\s*:\s*true/,
  shell: /\|\|\s*(?:true|exit 0)\b/,
});
/** A flag that makes the compiler strict, or a test that the build registers. */
const STRICT_BUILD = anyOf(
  {
    flag: /-Werror\b|-Wall\b|-Xlint|\bset\s*\(\s*CMAKE_COMPILE_WARNING_AS_ERROR/,
    test: /\badd_test\s*\(|\bgtest_discover_tests\b|\benable_testing\b/,
  },
  'g',
);
const PROJECT_FILE = /(?:^|\/)(?:pyproject\.toml|Cargo\.toml|setup\.cfg)$/;
const IGNORE_FILE = /(?:^|\/)\.(?:eslint|prettier|stylelint|oxlint|biome|semgrep|bandit|trivy|snyk|nycrc|c8)ignore$/;

export const checksLoosened: FileRule = {
  id: 'checks_loosened',
  scope: 'file',
  title: 'Settings of linters, compilers or test runners are made more lenient.',
  severity: 'error',
  otherSeverities: {
    warning: 'the file changes in another way, and fewer than half of the other candidates change it',
    info: 'at least half of the other candidates loosen the same file',
  },
  docs: {
    catches:
      'Rules that are turned off, ignored or excluded files, `"strict": false`, lower coverage limits, shorter lists of rules, lines added to `.eslintignore` and similar files, and build files that ignore test failures or drop `-Werror` and registered tests. Other changes to such a file are warnings.',
    why: 'Fewer findings from a more lenient tool are no improvement of the code.',
    example: { 'tsconfig.json': ['-    "strict": true,', '+    "strict": false,'] },
    allow: 'Allow settings that the task asks to change.',
  },
  find(evidence) {
    return evidence.patch.filter(isSettings).flatMap((file) => {
      if (loosens(file)) {
        const severity = othersDoSame(evidence, file.path, loosens) ? 'info' : 'error';
        const message = 'makes a linter, compiler or test runner more lenient';
        return [fileFinding(severity, message, file.path, looserLines(file))];
      }
      if (supportRole(file.path) === null || othersChangeFile(evidence, file.path)) return [];
      const message = 'changes the settings of a linter, compiler or test runner';
      return [fileFinding('warning', message, file.path, file.added)];
    });
  },
};

function isSettings({ path }: PatchFile): boolean {
  const role = supportRole(path);
  return role === 'config' || role === 'runner' || BUILD_FILE.test(path) || PROJECT_FILE.test(path) || IGNORE_FILE.test(path);
}

function loosens(file: PatchFile): boolean {
  return ignoresMore(file) || looserLines(file).length > 0 || shortensList(file) || losesStrictness(file);
}

function ignoresMore({ path, added }: PatchFile): boolean {
  return /ignore$/.test(path) && added.some(({ text }) => text.trim() !== '' && !text.startsWith('#'));
}

/** Lines by which a check finds less than before, without lines that only moved. */
function looserLines({ added, removed, path }: PatchFile): PatchLine[] {
  const before = new Set(removed.map(({ text }) => withoutSpacing(text)));
  const gained = added.filter(({ text }) => !before.has(withoutSpacing(text)));
  if (BUILD_FILE.test(path)) return gained.filter(({ text }) => LOOSENED_BUILD.test(text));
  const lowersLimit = limitLowering(removed);
  return gained.filter(({ text }) => loosensSetting(text, path) || lowersLimit(text));
}

function withoutSpacing(text: string): string {
  return text.replace(/[\s,;]/g, '');
}

function loosensSetting(text: string, path: string): boolean {
  // In Cargo.toml these say which files belong to the package.
  const isPackaging = path.endsWith('Cargo.toml') && /^\s*(?:exclude|include)\s*=/.test(text);
  return LOOSENED.test(text) && !ONLY_UNCHECKED_FOLDERS.test(text) && !isPackaging;
}

/** A test for limits that were there and are now easier to keep. */
function limitLowering(removed: readonly PatchLine[]): (text: string) => boolean {
  const before = strictestBy(removed.flatMap(({ text }) => limitIn(text) ?? []));
  return (text) => {
    const limit = limitIn(text);
    return limit !== null && limit.strictness < (before.get(limit.name) ?? Number.NEGATIVE_INFINITY);
  };
}

/** The larger the strictness, the harder the limit is to keep. */
function limitIn(text: string): { name: string; strictness: number } | null {
  const [, name, value] = LIMIT.exec(text) ?? [];
  if (name === undefined) return null;
  return { name, strictness: name === 'max-warnings' ? -Number(value) : Number(value) };
}

function strictestBy(settings: readonly { name: string; strictness: number }[]): Map<string, number> {
  const strictest = new Map<string, number>();
  for (const { name, strictness } of settings) {
    strictest.set(name, Math.max(strictness, strictest.get(name) ?? Number.NEGATIVE_INFINITY));
  }
  return strictest;
}

/** A list of rules or folders that has fewer entries than before: `select = ["E", "F"]` became `select = ["E9"]`. */
function shortensList({ removed, added }: PatchFile): boolean {
  const before = strictestBy(removed.flatMap(({ text }) => listIn(text) ?? []));
  return added.some(({ text }) => {
    const list = listIn(text);
    return list !== null && list.strictness < (before.get(list.name) ?? Number.NEGATIVE_INFINITY);
  });
}

/** The strictness of a list is the number of its entries. */
function listIn(text: string): { name: string; strictness: number } | null {
  const [, name, entries = ''] = LIST.exec(text) ?? [];
  if (name === undefined) return null;
  return { name, strictness: entries.split(',').filter((entry) => entry.trim() !== '').length };
}

function losesStrictness({ path, added, removed }: PatchFile): boolean {
  if (!BUILD_FILE.test(path)) return false;
  const count = (lines: readonly PatchLine[]) =>
    lines.reduce((sum, { text }) => sum + (text.slice(0, 4000).match(STRICT_BUILD) ?? []).length, 0);
  return count(removed) > count(added);
}
