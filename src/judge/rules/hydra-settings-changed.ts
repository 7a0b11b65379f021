import { allOthers } from '../integrity/other-candidates.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

export const hydraSettingsChanged: FileRule = {
  id: 'hydra_settings_changed',
  scope: 'file',
  title: 'The candidate changes `hydra.toml`, which decides how it is scored.',
  severity: 'error',
  otherSeverities: { warning: 'every other candidate changes the same file' },
  docs: {
    catches: 'Any change to a file named `hydra.toml`.',
    why: 'Hydra always uses the settings of the base, so the change has no effect on the ranking. It would have one after a merge.',
    example: { 'hydra.toml': ['-test = "npm test"', '+test = "true"'] },
    allow: 'Allow the file if the task is to change the settings.',
  },
  find(evidence) {
    return evidence.patch
      .filter(({ path }) => /(?:^|\/)hydra\.toml$/.test(path))
      .map(({ path, added }) => {
        const isSameForAll = allOthers(evidence, ({ patch }) => patch.some((file) => file.path === path));
        const message = 'changes the settings of Hydra (the base’s were used)';
        return fileFinding(isSameForAll ? 'warning' : 'error', message, path, added);
      });
  },
};
