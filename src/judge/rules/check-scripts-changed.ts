import { anyOf } from '../../languages/index.ts';
import { supportRole } from '../../tools/index.ts';
import { checkScriptName, isPackageManifest } from '../integrity/check-scripts.ts';
import { othersChangeFile } from '../integrity/other-candidates.ts';
import type { PatchFile } from '../integrity/patch.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

/** A command that exits with 0 whatever happens. */
const ALWAYS_SUCCEEDS = anyOf({
  orTrue: /\|\|\s*(?:true|:|exit 0)/,
  thenTrue: /;\s{0,20}(?:true|exit 0)\s{0,20}["']?,?\s{0,20}$/,
  flag: /--passWithNoTests|--exit-zero|--no-bail/,
  shellOption: /\bset \+e\b/,
  makeFlag: /\bmake\s+(?:-k|-i|--keep-going|--ignore-errors)\b/,
  makeRecipe: /^\t@?-\s*[\w$./]/,
  makeTarget: /^\.IGNORE\b/,
});
const UPDATES_SNAPSHOTS = anyOf({
  flag: /--updateSnapshot|--update-snapshots?|--snapshot-update|--ci=false/,
  shortFlag: /\b(?:jest|vitest|ava|test)\b[^"]{0,200}\s-u\b/,
  variable: /INSTA_UPDATE/,
});
/** Lines that may fail without saying anything about the code: clean-up, and scripts that are no check. */
const NO_CHECK = anyOf({
  cleanUp: /^\s*[@-]{0,2}(?:rm|mkdir|cp|mv|kill|pkill|docker|killall)\s/,
  lifecycleScript:
    /^\s*"(?:pre|post)?(?:install|prepare|publish|publishOnly|pack|clean|start|dev|serve|release|version|format)"\s*:/,
  updateScript: /^\s*"[\w:-]{0,60}(?:update|snapshot|fix)[\w:-]{0,60}"\s*:/,
});

export const checkScriptsChanged: FileRule = {
  id: 'check_scripts_changed',
  scope: 'file',
  title: 'Scripts that the checks run are changed.',
  severity: 'warning',
  otherSeverities: { error: 'an added line makes a check succeed always, or update snapshots' },
  docs: {
    catches:
      'Check scripts in `package.json` that change or gain a `pre` or `post` script, and changed recipes in makefiles and other check scripts. `|| true`, `--passWithNoTests`, `set +e`, `jest -u` and similar are errors. A change without those is not reported if at least half of the other candidates change the same file.',
    why: 'A script that cannot fail makes every check green. Hydra runs the base’s scripts in the pinned run, but lint only on the candidate’s own tree.',
    example: { 'package.json': ['-    "test": "jest"', '+    "test": "jest || true"'] },
    allow: 'Allow build files that every task of the project has to change.',
  },
  find(evidence) {
    return evidence.patch.filter(isCheckScript).flatMap((file) => {
      const green = file.added.filter(
        ({ text }) => (ALWAYS_SUCCEEDS.test(text) || UPDATES_SNAPSHOTS.test(text)) && !NO_CHECK.test(text),
      );
      if (green.length > 0) return [fileFinding('error', 'a check script can no longer fail', file.path, green)];
      if (!changesChecks(file) || othersChangeFile(evidence, file.path)) return [];
      return [fileFinding('warning', 'changes a check script', file.path, file.added)];
    });
  },
};

function isCheckScript(file: PatchFile): boolean {
  return isPackageManifest(file) || supportRole(file.path) === 'script';
}

function changesChecks(file: PatchFile): boolean {
  if (isPackageManifest(file)) return changesPackageScripts(file);
  return file.removed.some(({ text }) => !isVariable(text)) || file.added.some(({ text }) => isOverride(text));
}

/** A check script that reads differently, or a new one that npm runs before or after another. */
function changesPackageScripts({ added, removed }: PatchFile): boolean {
  const withoutComma = (text: string) => text.replace(/,\s*$/, '');
  const texts = new Set(added.map(({ text }) => withoutComma(text)));
  const isGone = removed.some(({ text }) => checkScriptName(text) !== null && !texts.has(withoutComma(text)));
  return isGone || added.some(({ text }) => /^(?:pre|post)/.test(checkScriptName(text) ?? ''));
}

/** `SOURCES = a.c b.c`, but not compiler flags: those decide what the compiler reports. */
function isVariable(text: string): boolean {
  return text.trim() === '' || (/^\w+\s*[:+?]?=/.test(text) && !/-W|-fsanitize|FLAGS/.test(text));
}

function isOverride(text: string): boolean {
  return /^(?:test|check|lint|build|all|MAKEFLAGS|SHELL|\.SHELLFLAGS)\b/.test(text);
}
