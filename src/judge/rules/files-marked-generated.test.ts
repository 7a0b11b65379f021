import { accepts, reports } from '../../../test/evidence-builder.ts';

const found = ['error files_marked_generated .gitattributes'];

reports([
  ['sources marked as generated', { '.gitattributes': ['+src/** linguist-generated=true'] }, found],
  ['sources without a diff', { '.gitattributes': ['+*.js -diff'] }, found],
  ['sources marked as binary', { '.gitattributes': ['+*.py binary'] }, found],
]);

accepts([
  ['images and fonts', { '.gitattributes': ['+*.png binary', '+assets/*.woff2 -diff'] }],
  ['lockfiles', { '.gitattributes': ['+package-lock.json linguist-generated', '+yarn.lock -diff'] }],
  ['line endings', { '.gitattributes': ['+*.sh text eol=lf'] }],
]);
