import { accepts, othersWith, reports } from '../../../test/evidence-builder.ts';

const change = { 'hydra.toml': ['-test = "make test"', '+test = "true"'] };

reports([
  ['a changed hydra.toml', change, ['error hydra_settings_changed hydra.toml']],
  ['a new hydra.toml in a folder', { 'new:sub/hydra.toml': ['+[scoring]'] }, ['error hydra_settings_changed sub/hydra.toml']],
  ['an error if one of two others does the same', change, ['error hydra_settings_changed hydra.toml'], othersWith(change, {})],
  ['a warning if all others do the same', change, ['warning hydra_settings_changed hydra.toml'], othersWith(change, change)],
]);

accepts([['files with a similar name', { 'docs/hydra.toml.md': ['+x'], 'other.toml': ['+x = 1'] }]]);
