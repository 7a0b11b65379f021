import { accepts, reports } from '../../../test/evidence-builder.ts';

reports([
  ['a link to an absolute path', { 'link:a': ['+/etc/passwd'] }, ['error link_leaves_tree a']],
  ['a link that climbs above the root', { 'link:sub/a': ['+../../x'] }, ['error link_leaves_tree sub/a']],
  ['a link that goes down and then above the root', { 'link:a': ['+b/../../x'] }, ['error link_leaves_tree a']],
]);

accepts([
  ['links inside the tree', { 'link:a': ['+b'], 'link:sub/a': ['+../b'] }],
  ['a link that goes down and up again', { 'link:a': ['+sub/../b'] }],
  ['a file with a path in it', { 'new:a': ['+/etc/passwd'] }],
]);
