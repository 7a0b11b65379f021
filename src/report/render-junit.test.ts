import { expect, test } from 'vitest';
import { failedGate, sampleRanking, sampleScorecard } from '../../test/sample-scorecard.ts';
import { renderJunit } from './render-junit.ts';

const UNMEASURED = ['acceptance', 'cross_tests', 'lint', 'diff_scope', 'speed', 'cost', 'security', 'coverage'];
const unmeasured = (names: string[], agent: string) =>
  names.flatMap((name) => [
    `    <testcase name="dimension ${name}" classname="${agent}.dimensions" time="0">`,
    '      <skipped message="no such command is configured"/>',
    '    </testcase>',
  ]);

test('renders a suite per candidate and a case per gate and dimension', () => {
  const passed = { id: 'build', passed: true, threshold: null, observed: null, reason: 'the build passes' };
  const off = { id: 'security', passed: null, threshold: null, observed: null, reason: 'there is no security command' };
  const card = sampleScorecard([
    sampleRanking('careful', { build: 100, tests: 95.5 }, { gates: [passed, off] }),
    sampleRanking(
      'hasty',
      { build: 0, tests: { state: 'error', why: 'the tests ended by a signal' } },
      {
        mergeable: false,
        gates: [failedGate('build', 'the build fails')],
        findings: [
          {
            id: 'tests_deleted',
            severity: 'error',
            message: 'One test is gone.',
            place: { path: 'a.test.ts', start_line: 3, end_line: 4 },
            how_to_allow: null,
          },
        ],
      },
    ),
  ]);
  expect(renderJunit(card).split('\n')).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="hydra sample" tests="23" failures="1" errors="1" time="0">',
    '  <testsuite name="careful" tests="12" failures="0" errors="0" skipped="9" time="0">',
    '    <properties>',
    '      <property name="hydra.rank" value="1"/>',
    '      <property name="hydra.total" value="97.8"/>',
    '      <property name="hydra.mergeable" value="true"/>',
    '      <property name="hydra.needs_review" value="false"/>',
    '      <property name="hydra.winner" value="true"/>',
    '      <property name="hydra.leader" value="true"/>',
    '      <property name="hydra.verdict" value="decided_by_quality"/>',
    '      <property name="hydra.build" value="100.0"/>',
    '      <property name="hydra.tests" value="95.5"/>',
    '    </properties>',
    '    <testcase name="gate build" classname="careful.gates" time="0">',
    '      <system-out>the build passes</system-out>',
    '    </testcase>',
    '    <testcase name="gate security" classname="careful.gates" time="0">',
    '      <skipped message="there is no security command"/>',
    '    </testcase>',
    '    <testcase name="dimension build" classname="careful.dimensions" time="0">',
    '      <system-out>100.0 of 100, weight 50%</system-out>',
    '    </testcase>',
    '    <testcase name="dimension tests" classname="careful.dimensions" time="0">',
    '      <system-out>95.5 of 100, weight 50%</system-out>',
    '    </testcase>',
    ...unmeasured(UNMEASURED, 'careful'),
    '  </testsuite>',
    '  <testsuite name="hasty" tests="11" failures="1" errors="1" skipped="8" time="0">',
    '    <properties>',
    '      <property name="hydra.total" value="0.0"/>',
    '      <property name="hydra.mergeable" value="false"/>',
    '      <property name="hydra.needs_review" value="false"/>',
    '      <property name="hydra.winner" value="false"/>',
    '      <property name="hydra.leader" value="false"/>',
    '      <property name="hydra.verdict" value="decided_by_quality"/>',
    '      <property name="hydra.build" value="0.0"/>',
    '    </properties>',
    '    <testcase name="gate build" classname="hasty.gates" time="0">',
    '      <failure message="the build fails" type="gates">the build fails</failure>',
    '    </testcase>',
    '    <testcase name="dimension build" classname="hasty.dimensions" time="0">',
    '      <system-out>0.0 of 100, weight 50%</system-out>',
    '    </testcase>',
    '    <testcase name="dimension tests" classname="hasty.dimensions" time="0">',
    '      <error message="the tests ended by a signal" type="dimensions">the tests ended by a signal</error>',
    '    </testcase>',
    ...unmeasured(UNMEASURED, 'hasty'),
    '    <system-out>error: tests_deleted at a.test.ts:3: One test is gone.</system-out>',
    '  </testsuite>',
    '</testsuites>',
    '',
  ]);
});

test('renders a run without candidates', () => {
  expect(renderJunit(sampleScorecard([]))).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="hydra sample" tests="0" failures="0" errors="0" time="0">\n</testsuites>\n',
  );
});
