// What was done to the ruler: check scripts, linter and compiler settings, suppressions, Hydra's own settings.

import {
  type CandidateEvidence,
  counted,
  findingAt,
  type IntegrityRule,
  listed,
  othersDoSame,
  type RuleFinding,
} from './evidence.ts';
import type { PatchFile, PatchLine } from './patch.ts';
import { supportRole } from './test-support.ts';

function othersChangeToo(evidence: CandidateEvidence, path: string): boolean {
  return othersDoSame(evidence, path, () => true);
}

const settingsChanged: IntegrityRule = {
  id: 'hydra_settings_changed',
  title: 'The candidate changes hydra.toml, which decides how it is scored.',
  find(evidence) {
    return evidence.patch
      .filter(({ path }) => /(?:^|\/)hydra\.toml$/.test(path))
      .map((file) => {
        const asked = evidence.others.every(({ patch }) => patch.some(({ path }) => path === file.path));
        const severity = evidence.others.length > 0 && asked ? 'warning' : 'error';
        return findingAt(severity, 'changes the settings by which it is scored (the base’s were used)', file.path, file.added);
      });
  },
};

/** Marks that are right for what they are put on. */
const RIGHTLY_MARKED =
  /^\s*\S{0,200}(?:\.(?:png|jpe?g|gif|ico|webp|bmp|woff2?|ttf|otf|eot|pdf|zip|gz|tar|7z|mp[34]|wav|ogg|jar|wasm|bin|db|sqlite)|\block(?:file|b)?|[-.]lock\.\w{1,8}|\.lock|\.min\.(?:js|css)|\.map)\s/;

const markedGenerated: IntegrityRule = {
  id: 'files_marked_generated',
  title: 'Files are marked as generated, vendored or binary, so that reviewers and tools pass over them.',
  find({ patch }) {
    return patch.flatMap((file) => {
      const lines = file.added.filter(
        ({ text }) => /linguist-(?:generated|vendored)|\s-diff\b|\sbinary\b/.test(text) && !RIGHTLY_MARKED.test(text),
      );
      if (!file.path.endsWith('.gitattributes') || lines.length === 0) return [];
      return [findingAt('error', 'marks files as generated, vendored or binary (the base’s marks were used)', file.path, lines)];
    });
  },
};

const ALWAYS_GREEN =
  /(?:\|\|\s*(?:true|:|exit 0)|;\s{0,20}(?:true|exit 0)\s{0,20}["']?,?\s{0,20}$|--passWithNoTests|--exit-zero|--no-bail|\bset \+e\b|\bmake\s+(?:-k|-i|--keep-going|--ignore-errors)\b|^\t@?-\s*[\w$./]|^\.IGNORE\b)/;
const UPDATES_SNAPSHOTS =
  /(?:--updateSnapshot|--update-snapshots?|\b(?:jest|vitest|ava|test)\b[^"]{0,200}\s-u\b|--ci=false|--snapshot-update|INSTA_UPDATE)/;
/** Lines that may fail and say nothing of the code: clearing up, and scripts for other occasions. */
const NO_CHECK =
  /^\s*[@-]{0,2}(?:rm|mkdir|cp|mv|kill|pkill|docker|killall)\s|^\s*"(?:(?:pre|post)?(?:install|prepare|publish|publishOnly|pack|clean|start|dev|serve|release|version|format)|[\w:-]{0,60}(?:update|snapshot|fix)[\w:-]{0,60})"\s*:/;
const CHECK_SCRIPT = /^\s*"((?:pre|post)?(?:test|lint|build|check|typecheck|compile|verify)[\w:-]*)"\s*:/;

function isCheckScript({ path }: PatchFile): boolean {
  return /(?:^|\/)package\.json$/.test(path) || supportRole(path) === 'script';
}

/** A script of the base that reads differently, or one that npm runs before or after another by itself. */
function changesChecks({ path, added, removed }: PatchFile): boolean {
  if (!path.endsWith('package.json'))
    return removed.some(({ text }) => !isVariable(text)) || added.some(({ text }) => isOverride(text));
  const names = (lines: readonly PatchLine[]) =>
    lines.map(({ text }) => CHECK_SCRIPT.exec(text)?.[1]).filter((name) => name !== undefined);
  const texts = new Set(added.map(({ text }) => text.replace(/,\s*$/, '')));
  const gone = removed.filter(({ text }) => CHECK_SCRIPT.test(text) && !texts.has(text.replace(/,\s*$/, '')));
  return gone.length > 0 || names(added).some((name) => /^(?:pre|post)/.test(name));
}

/** `SOURCES = a.c b.c`; flags of the compiler decide what it says of the code. */
function isVariable(text: string): boolean {
  return text.trim() === '' || (/^\w+\s*[:+?]?=/.test(text) && !/-W|-fsanitize|FLAGS/.test(text));
}

function isOverride(text: string): boolean {
  return /^(?:test|check|lint|build|all|MAKEFLAGS|SHELL|\.SHELLFLAGS)\b/.test(text);
}

const scriptsChanged: IntegrityRule = {
  id: 'check_scripts_changed',
  title: 'Scripts that the checks run are changed.',
  find(evidence) {
    return evidence.patch.filter(isCheckScript).flatMap((file): RuleFinding[] => {
      const green = file.added.filter(
        ({ text }) => (ALWAYS_GREEN.test(text) || UPDATES_SNAPSHOTS.test(text)) && !NO_CHECK.test(text),
      );
      if (green.length > 0) return [findingAt('error', 'a check script can no longer fail', file.path, green)];
      if (!changesChecks(file) || othersChangeToo(evidence, file.path)) return [];
      return [findingAt('warning', 'changes what the checks run', file.path, file.added)];
    });
  },
};

const LOOSENED =
  /(?:\bignore(?:s|d|Patterns|DuringBuilds|BuildErrors)?\b["']?\s*[:=[]|\bexclude["']?\s*[:=[]|\bextend-exclude\b|per-file-ignores|extend-ignore|["'](?:off|warn)["']|:\s{0,20}(?:0|1)\s{0,20},?\s{0,20}$|["']?(?:strict\w*|no[A-Z]\w+|checkJs)["']?\s*:\s*false|\bskipLibCheck["']?\s*:\s*true|\bdisable\s*=|select\s*=\s*\[\s*\]|\btestPathIgnorePatterns\b|\bcollect_ignore|-p no:|--ignore[= ]|--deselect|passWithNoTests|dangerouslyIgnoreUnhandledErrors)/;
/** Folders that nobody checks. */
const NOT_CODE =
  /^[^[]{0,80}\[?(?:\s{0,20}["'](?:\*\*\/|\.\/)?(?:node_modules|dist|build|coverage|out|target|\.venv|venv|__pycache__|\.git)(?:\/\*{0,2})?["'],?){1,20}\s{0,20}\]?[,;\s]{0,20}$/;
const LIMIT =
  /\b(max-warnings|fail_under|thresholds?|branches|functions|lines|statements)\b["']?[=:\s]{1,5}(\d{1,9}(?:\.\d{1,9})?)/;

/** Files that say how a project is built, and among other things how strictly. */
const BUILD_FILE =
  /(?:^|\/)(?:CMakeLists\.txt|[^/]+\.cmake|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|composer\.json|meson\.build)$/;
const LOOSENED_BUILD =
  /\btestFailureIgnore>\s*true|\b(?:skipTests|maven\.test\.skip|skipITs)>\s*true|\bfailOn\w{1,40}>\s*false|\bignoreFailures\b\s*=?\s*\(?\s*true|\bisIgnoreFailures\s*=\s*true|\bWILL_FAIL\s+(?:TRUE|ON|1)|\bDISABLED\s+(?:TRUE|ON|1)|^\s*<exclude>|\benabled\s*=\s*false|\|\|\s*(?:true|exit 0)\b|\bshould_fail\s*:\s*true/;
const STRICT_FLAG =
  /-Werror\b|-Wall\b|-Xlint|\bset\s*\(\s*CMAKE_COMPILE_WARNING_AS_ERROR|\badd_test\s*\(|\bgtest_discover_tests\b|\benable_testing\b/g;

/** A flag that makes the compiler strict, or a test that is told to run, is gone. */
function losesStrictness({ path, added, removed }: PatchFile): boolean {
  if (!BUILD_FILE.test(path)) return false;
  const count = (lines: readonly PatchLine[]) =>
    lines.reduce((sum, { text }) => sum + (text.slice(0, 4000).match(STRICT_FLAG) ?? []).length, 0);
  return count(removed) > count(added);
}

/** Lines by which a check finds less than before; lines that were there already are only moved. */
function looserLines({ added, removed, path }: PatchFile): PatchLine[] {
  const before = new Set(removed.map(({ text }) => bareSetting(text)));
  if (BUILD_FILE.test(path)) return added.filter(({ text }) => LOOSENED_BUILD.test(text) && !before.has(bareSetting(text)));
  // In Cargo.toml these say what goes into the package.
  const isPackaging = (text: string) => path.endsWith('Cargo.toml') && /^\s*(?:exclude|include)\s*=/.test(text);
  return added.filter(
    ({ text }) =>
      !before.has(bareSetting(text)) &&
      ((LOOSENED.test(text) && !NOT_CODE.test(text) && !isPackaging(text)) || lowersLimit(text, removed)),
  );
}

function bareSetting(text: string): string {
  return text.replace(/[\s,;]/g, '');
}

/** A limit that was there and is now easier to keep. */
function lowersLimit(text: string, removed: readonly PatchLine[]): boolean {
  const [, name, after] = LIMIT.exec(text) ?? [];
  if (name === undefined) return false;
  return removed.some((line) => {
    const [, other, before] = LIMIT.exec(line.text) ?? [];
    if (other !== name) return false;
    return name === 'max-warnings' ? Number(after) > Number(before) : Number(after) < Number(before);
  });
}

function isSettings({ path }: PatchFile): boolean {
  const role = supportRole(path);
  return (
    role === 'config' ||
    role === 'runner' ||
    BUILD_FILE.test(path) ||
    /(?:^|\/)(?:pyproject\.toml|Cargo\.toml|setup\.cfg)$/.test(path) ||
    /(?:^|\/)\.(?:eslint|prettier|stylelint|oxlint|biome|semgrep|bandit|trivy|snyk|nycrc|c8)ignore$/.test(path)
  );
}

/** A list of rules or folders that has fewer entries than before: `select = ["E", "F"]` became `select = ["E9"]`. */
function listsShrunk({ removed, added }: PatchFile): boolean {
  const listOf =
    /^\s*["']?(select|extend-select|enable|rules|include|files|testMatch|lib|checks)["']?\s*[=:]\s*\[([^\]]{0,2000})\]/;
  const entries = (text: string) => text.split(',').filter((entry) => entry.trim() !== '').length;
  return removed.some((line) => {
    const [, name, before = ''] = listOf.exec(line.text) ?? [];
    if (name === undefined) return false;
    return added.some(({ text }) => {
      const [, other, after = ''] = listOf.exec(text) ?? [];
      return other === name && entries(after) < entries(before);
    });
  });
}

function loosens(file: PatchFile): boolean {
  const ignoresMore = /ignore$/.test(file.path) && file.added.some(({ text }) => text.trim() !== '' && !text.startsWith('#'));
  return ignoresMore || looserLines(file).length > 0 || listsShrunk(file) || losesStrictness(file);
}

const settingsLoosened: IntegrityRule = {
  id: 'checks_loosened',
  title: 'Settings of linters, compilers or test runners are made more lenient.',
  find(evidence) {
    return evidence.patch.filter(isSettings).flatMap((file): RuleFinding[] => {
      const lines = looserLines(file);
      if (loosens(file)) {
        const severity = othersDoSame(evidence, file.path, loosens) ? 'info' : 'error';
        return [findingAt(severity, 'makes a linter, compiler or test runner more lenient', file.path, lines)];
      }
      const role = supportRole(file.path);
      if (role === null || othersChangeToo(evidence, file.path)) return [];
      return [findingAt('warning', 'changes the settings of a linter, compiler or test runner', file.path, file.added)];
    });
  },
};

/** Comments and attributes that silence a tool, by language. A whole file or all rules weigh more than one line. */
const SUPPRESSIONS: readonly { pattern: RegExp; wholeFile: boolean }[] = [
  {
    pattern:
      /@ts-nocheck|eslint-disable\s*(?:\*\/|$)|#\s*(?:ruff|flake8):\s*noqa|#!\[allow\(|#\s*pylint:\s*(?:skip-file|disable-all)|#\s*mypy:\s*ignore-errors/,
    wholeFile: true,
  },
  {
    pattern:
      /eslint-disable(?:-next-line|-line)?\b|@ts-(?:ignore|expect-error)|#\s*noqa\b|#\s*type:\s*ignore|#\s*pylint:\s*disable|#\s*pyright:\s*ignore|#\[(?:allow|expect)\(|\/\/\s*nolint|rubocop:disable|@SuppressWarnings|\bNOLINT|phpcs:ignore|@phpstan-ignore|biome-ignore|oxlint-disable|stylelint-disable|(?:istanbul|c8|v8) ignore|pragma:\s*no cover|shellcheck disable|prettier-ignore|@psalm-suppress|noinspection/,
    wholeFile: false,
  },
];

function suppression(text: string): (typeof SUPPRESSIONS)[number] | undefined {
  return SUPPRESSIONS.find(({ pattern }) => pattern.test(text));
}

function suppresses(least: number): (file: PatchFile) => boolean {
  return ({ added }) => added.filter(({ text }) => suppression(text) !== undefined).length >= least;
}

const MANY_SUPPRESSIONS = 3;

const suppressionsAdded: IntegrityRule = {
  id: 'suppressions_added',
  title: 'Comments or attributes that silence a linter or compiler are added.',
  find(evidence) {
    const found = evidence.patch.flatMap((file) => {
      // In tests a suppression says that the line is wrong on purpose.
      if (supportRole(file.path) === 'test') return [];
      const lines = file.added.filter(({ text }) => suppression(text) !== undefined);
      const before = file.removed.filter(({ text }) => suppression(text) !== undefined).length;
      const net = lines.length - before;
      return net > 0 && !/\.(?:md|rst|txt)$/.test(file.path)
        ? [{ file, lines, net, wholeFile: lines.some(({ text }) => suppression(text)?.wholeFile === true) }]
        : [];
    });
    const total = found.reduce((sum, { net }) => sum + net, 0);
    const resolved = evidence.lint === null ? 0 : Math.max(0, evidence.lint.before - evidence.lint.after);
    // Where findings went away no faster than suppressions came, it is the tool that was silenced.
    const silenced = total >= MANY_SUPPRESSIONS || (total > 0 && resolved > 0 && resolved <= total * 3);
    return found.map(({ file, lines, net, wholeFile }) =>
      findingAt(
        othersDoSame(evidence, file.path, suppresses(net)) ? 'info' : silenced || wholeFile ? 'error' : 'warning',
        `${counted(net, 'suppression')} added: ${listed([...new Set(lines.map(({ text }) => text.trim().slice(0, 60)))])}`,
        file.path,
        lines,
      ),
    );
  },
};

const snapshotsRewritten: IntegrityRule = {
  id: 'snapshots_rewritten',
  title: 'Stored snapshots are rewritten.',
  find(evidence) {
    return evidence.patch
      .filter((file) => /\.(?:snap|ambr)$|(?:^|\/)__snapshots__\//.test(file.path) && file.removed.length > 0)
      .map((file) =>
        findingAt(
          othersChangeToo(evidence, file.path) ? 'info' : 'warning',
          `${counted(file.removed.length, 'line')} of a snapshot replaced`,
          file.path,
          file.added,
        ),
      );
  },
};

export const SETTINGS_RULES: readonly IntegrityRule[] = [
  settingsChanged,
  markedGenerated,
  scriptsChanged,
  settingsLoosened,
  suppressionsAdded,
  snapshotsRewritten,
];
