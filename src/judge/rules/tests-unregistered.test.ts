import { accepts, othersWith, reports } from '../../../test/evidence-builder.ts';

const removed = ['-    RUN_TEST(detaches_items);', '+    ;'];

reports([
  ['a removed test in Unity', { 'tests/misc_tests.c': removed }, ['warning tests_unregistered tests/misc_tests.c']],
  [
    'a removed test in cmocka',
    { 'tests/a.c': ['-  cmocka_unit_test(detaches_items),'] },
    ['warning tests_unregistered tests/a.c'],
  ],
]);

accepts([
  ['a test that moved', { 'tests/a.c': removed, 'tests/b.c': ['+  RUN_TEST( detaches_items );'] }],
  ['an added test', { 'tests/a.c': ['+    RUN_TEST(detaches_items);'] }],
  [
    'a removed test if every other candidate removes lines from the file',
    { 'tests/a.c': removed },
    othersWith({ 'tests/a.c': ['-    RUN_TEST(other);'] }),
  ],
]);
