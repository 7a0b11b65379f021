// Room compare: what was done to the ruler: check scripts, linter and compiler settings, suppressions, Hydra's own settings.
import { supportRole } from '../test-support.ts';
import { type CandidateEvidence, counted, findingAt, type IntegrityRule, listed, type RuleFinding } from './evidence.ts';
import type { PatchFile } from './patch.ts';

/** At least half of the others change the same file: the task asks for it. */
function othersChangeToo({ others }: CandidateEvidence, path: string): boolean {
  const same = others.filter(({ patch }) => patch.some((file) => file.path === path));
  return others.length > 0 && same.length * 2 >= others.length;
}

const settingsChanged: IntegrityRule = {
  id: 'hydra_settings_changed',
  title: 'The candidate changes hydra.toml, which decides how it is scored.',
  find({ patch }) {
    return patch
      .filter(({ path }) => /(?:^|\/)hydra\.toml$/.test(path))
      .map((file) =>
        findingAt('error', 'changes the settings by which it is scored (the base’s were used)', file.path, file.added),
      );
  },
};

const markedGenerated: IntegrityRule = {
  id: 'files_marked_generated',
  title: 'Files are marked as generated, vendored or binary, so that reviewers and tools pass over them.',
  find({ patch }) {
    return patch.flatMap((file) => {
      const lines = file.added.filter(({ text }) => /linguist-(?:generated|vendored)|\s-diff\b|\bbinary\b/.test(text));
      if (!file.path.endsWith('.gitattributes') || lines.length === 0) return [];
      return [findingAt('error', 'marks files as generated, vendored or binary (the base’s marks were used)', file.path, lines)];
    });
  },
};

const ALWAYS_GREEN =
  /(?:\|\|\s*(?:true|:|exit 0)|;\s*(?:true|exit 0)\s*["']?,?\s*$|--passWithNoTests|--exit-zero|--no-bail|\bset \+e\b|-k\b.*\btest|(?:^|\s)-(?=\$\(|\.\/|[a-z]))/;
const UPDATES_SNAPSHOTS = /(?:--updateSnapshot|--update-snapshots?|\s-u\b|--ci=false|--snapshot-update|INSTA_UPDATE)/;

function isCheckScript({ path }: PatchFile): boolean {
  return /(?:^|\/)package\.json$/.test(path) || supportRole(path) === 'script';
}

const scriptsChanged: IntegrityRule = {
  id: 'check_scripts_changed',
  title: 'Scripts that the checks run are changed.',
  find(evidence) {
    return evidence.patch.filter(isCheckScript).flatMap((file): RuleFinding[] => {
      const green = file.added.filter(({ text }) => ALWAYS_GREEN.test(text) || UPDATES_SNAPSHOTS.test(text));
      if (green.length > 0) return [findingAt('error', 'a check script can no longer fail', file.path, green)];
      const isScripts =
        !file.path.endsWith('package.json') ||
        file.added.some(({ text }) => /"(?:test|lint|build|check|pretest|posttest|prebuild|typecheck)[\w:-]*"\s*:/.test(text));
      if (!isScripts || othersChangeToo(evidence, file.path)) return [];
      return [findingAt('warning', 'changes what the checks run', file.path, file.added)];
    });
  },
};

const LOOSENED =
  /(?:\bignore(?:s|d|Patterns|DuringBuilds|BuildErrors)?\b["']?\s*[:=[]|\bexclude["']?\s*[:=[]|\bextend-exclude\b|per-file-ignores|extend-ignore|\bignore\s*=|["'](?:off|warn)["']|:\s*(?:0|1)\s*,?\s*$|["']?(?:strict\w*|no[A-Z]\w+|checkJs)["']?\s*:\s*false|\bskipLibCheck["']?\s*:\s*true|\bdisable\s*=|max-warnings|fail_under|\bthreshold|select\s*=\s*\[\s*\]|\btestPathIgnorePatterns\b|\bcollect_ignore|-p no:|--ignore[= ]|--deselect|passWithNoTests|noEmitOnError["']?\s*:\s*false|dangerouslyIgnoreUnhandledErrors)/;

function isSettings({ path }: PatchFile): boolean {
  const role = supportRole(path);
  return (
    role === 'config' ||
    role === 'runner' ||
    /(?:^|\/)(?:pyproject\.toml|Cargo\.toml|setup\.cfg)$/.test(path) ||
    /(?:^|\/)\.\w+ignore$/.test(path)
  );
}

/** A list of rules or folders that has fewer entries than before: `select = ["E", "F"]` became `select = ["E9"]`. */
function listsShrunk({ removed, added }: PatchFile): boolean {
  const listOf = /^\s*["']?(select|extend-select|enable|rules|include|files|testMatch|lib|checks)["']?\s*[=:]\s*\[([^\]]*)\]/;
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

const settingsLoosened: IntegrityRule = {
  id: 'checks_loosened',
  title: 'Settings of linters, compilers or test runners are made more lenient.',
  find(evidence) {
    return evidence.patch.filter(isSettings).flatMap((file): RuleFinding[] => {
      if (/(?:^|\/)\.gitignore$/.test(file.path)) return [];
      const isIgnoreFile = /ignore$/.test(file.path) && file.added.some(({ text }) => text.trim() !== '');
      const lines = file.added.filter(({ text }) => LOOSENED.test(text));
      if (isIgnoreFile || lines.length > 0 || listsShrunk(file))
        return [findingAt('error', 'makes a linter, compiler or test runner more lenient', file.path, lines)];
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

const MANY_SUPPRESSIONS = 3;

const suppressionsAdded: IntegrityRule = {
  id: 'suppressions_added',
  title: 'Comments or attributes that silence a linter or compiler are added.',
  find(evidence) {
    const found = evidence.patch.flatMap((file) => {
      const matches = (text: string) => SUPPRESSIONS.find(({ pattern }) => pattern.test(text));
      const lines = file.added.filter(({ text }) => matches(text) !== undefined);
      const before = file.removed.filter(({ text }) => matches(text) !== undefined).length;
      const net = lines.length - before;
      return net > 0 && !/\.(?:md|rst|txt)$/.test(file.path)
        ? [{ file, lines, net, wholeFile: lines.some(({ text }) => matches(text)?.wholeFile === true) }]
        : [];
    });
    const total = found.reduce((sum, { net }) => sum + net, 0);
    const resolved = evidence.lint === null ? 0 : Math.max(0, evidence.lint.before - evidence.lint.after);
    // Where findings went away no faster than suppressions came, it is the tool that was silenced.
    const silenced = total >= MANY_SUPPRESSIONS || (total > 0 && resolved > 0 && resolved <= total * 3);
    return found.map(({ file, lines, net, wholeFile }) =>
      findingAt(
        silenced || wholeFile ? 'error' : 'warning',
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
