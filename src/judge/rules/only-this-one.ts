import { type SupportRole, supportRole } from '../../tools/index.ts';
import { checkScriptName, isPackageManifest } from '../integrity/check-scripts.ts';
import type { CandidateEvidence } from '../integrity/evidence.ts';
import type { PatchFile } from '../integrity/patch.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

const MAX_FINDINGS = 20;

export const onlyThisOne: FileRule = {
  id: 'only_this_one',
  scope: 'file',
  title: 'Only this candidate changes the file.',
  severity: 'info',
  otherSeverities: {},
  docs: {
    catches:
      'A file that this candidate changes and none of at least two others does, for up to 20 files; and check scripts in `package.json` that only this candidate edits.',
    why: 'A file that only one of several candidates needed is worth a look in review.',
    example: 'Three candidates change `src/cart.js`; one of them also changes `src/login.js`.',
    allow: 'Turn it off if you do not need the list.',
  },
  find(evidence) {
    if (evidence.others.length < 2) return [];
    const alone = evidence.patch.filter(({ path }) => !someOther(evidence, (file) => file.path === path));
    const scripts = evidence.patch.filter(
      (file) => editsScripts(file) && !someOther(evidence, (theirs) => theirs.path === file.path && editsScripts(theirs)),
    );
    return [
      ...alone
        .slice(0, MAX_FINDINGS)
        .map(({ path }) => fileFinding('info', `only this candidate changes this ${kindOf(path)}`, path)),
      ...scripts.map(({ path }) => fileFinding('info', 'only this candidate edits check scripts', path)),
    ];
  },
};

function someOther({ others }: CandidateEvidence, matches: (file: PatchFile) => boolean): boolean {
  return others.some(({ patch }) => patch.some(matches));
}

function editsScripts(file: PatchFile): boolean {
  return isPackageManifest(file) && [...file.added, ...file.removed].some(({ text }) => checkScriptName(text) !== null);
}

const KINDS: Record<SupportRole, string> = {
  test: 'test file',
  runner: 'test runner setting',
  config: 'linter or compiler setting',
  script: 'check script',
  hydra: 'Hydra setting',
};

function kindOf(path: string): string {
  const role = supportRole(path);
  return role === null ? 'file' : KINDS[role];
}
