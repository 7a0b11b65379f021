import { type FileRule, fileFinding } from '../integrity/rule.ts';

const LINK_MODE = '120000';

export const linkLeavesTree: FileRule = {
  id: 'link_leaves_tree',
  scope: 'file',
  title: 'A symbolic link points outside the tree.',
  severity: 'error',
  otherSeverities: {},
  docs: {
    catches: 'A new or changed symbolic link whose target is absolute or climbs above the root of the project with `..`.',
    why: 'Such a link reads, or lets a check write, files of the machine that are no part of the project.',
    example: { 'link:data/keys': ['+/etc/passwd'] },
    allow: 'Allow links that the project needs on every machine.',
  },
  find({ patch }) {
    return patch.flatMap(({ path, mode, added }) => {
      const target = mode === LINK_MODE ? added[0]?.text : undefined;
      if (target === undefined || !leavesTree(path, target)) return [];
      return [fileFinding('error', `links to ${target.slice(0, 100)}, outside the tree`, path)];
    });
  },
};

function leavesTree(path: string, target: string): boolean {
  if (target.startsWith('/')) return true;
  let depth = path.split('/').length - 1;
  for (const part of target.split('/')) {
    if (part === '..') depth -= 1;
    else if (part !== '.' && part !== '') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}
