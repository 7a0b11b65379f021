import { expect, test } from 'vitest';
import { accepts, type Change, evidenceOf, reports, WORK } from '../../../test/evidence-builder.ts';
import type { TestView } from '../integrity/evidence.ts';
import { findIntegrity } from '../integrity/index.ts';

const gone: TestView = { id: 'old', base: 'passed', own: null, pinned: 'passed' };
/** The definition of the test changes and nothing else. */
const rename: Change = { 'test/a.test.js': ["-test('old', () => {", "+test('new', () => {"] };
const swap: Change = {
  'test/a.test.js': ["-test('old', () => {", '-  assert.equal(f(), 1);', "+test('new', () => {", '+  assert.equal(g(), 1);'],
};
const deletion: Change = { 'tests/test_a.py': ['-def test_a():', '-    pass'] };

reports([
  ['a test that no longer runs', {}, ['error tests_vanished'], { tests: [gone] }],
  ['a test that runs in neither run', {}, ['error tests_vanished'], { tests: [{ ...gone, pinned: null }] }],
  ['a deleted test as a warning', deletion, ['warning tests_vanished'], { tests: [gone] }],
  [
    'a test after a failure that refuses the candidate as a warning',
    {},
    ['warning tests_vanished'],
    { tests: [gone, { id: 'broken', base: 'passed', own: 'failed', pinned: 'failed' }] },
  ],
  [
    'a test after a failure that the base has too',
    {},
    ['error tests_vanished'],
    { tests: [gone, { id: 'known', base: 'failed', own: 'failed', pinned: 'failed' }] },
  ],
  ['a test that was replaced by another', swap, ['warning tests_vanished'], { tests: [gone], newTests: ['new'] }],
]);

accepts([
  ['a renamed test', rename, { tests: [gone], newTests: ['new'] }],
  ['a renamed test that failed on the base', rename, { tests: [{ ...gone, base: 'failed' }], newTests: ['new'] }],
  ['a test that was skipped on the base', {}, { tests: [{ ...gone, base: 'skipped', pinned: 'skipped' }] }],
]);

test('names a renamed test as information', () => {
  expect(findIntegrity(evidenceOf({ ...WORK, ...rename }, { tests: [gone], newTests: ['new'] }))).toEqual([
    {
      id: 'tests_vanished',
      severity: 'info',
      message: '1 test of the base no longer runs: old',
      place: null,
      tests: ['old'],
      places: [{ path: 'test/a.test.js', side: 'old', start_line: 1, end_line: 1 }],
      how_to_allow: 'set tests_vanished = "info" under [scoring.integrity.severity]',
    },
  ]);
});

test.each([
  ['passed', ", because of the candidate's changes to tests or settings"],
  [null, ', and the diff does not explain it'],
] as const)('says why a test vanished that is %s with the base’s files', (pinned, why) => {
  const more = { tests: [{ ...gone, pinned }], restored: [{ path: 'test/rows.js', why: 'test' as const }] };
  const found = findIntegrity(evidenceOf({ ...WORK, 'test/rows.js': ['-b'] }, more)).find(({ id }) => id === 'tests_vanished');
  expect(found?.message).toBe(`1 test of the base no longer runs${why}: old`);
});

test.each([
  ['test/cart_test.rb', '  it "adds items" do'],
  ['test/cart_test.rb', '  it("adds items") {'],
  ['test/cart_test.rb', '  test "adds items" do'],
  ['test/cart_test.rb', '  def test_adds_items'],
  ['spec/cart_spec.rb', "  specify 'adds items' do"],
  ['spec/features/cart_spec.rb', '  scenario "adds items" do'],
  ['Tests/CartTests.swift', '    func testAddsItems() throws {'],
  ['Tests/CartTests.swift', '    @Test func addsItems() {'],
  ['Cart.Tests/CartTests.cs', '    [Fact]'],
  ['Cart.Tests/CartTests.cs', '    [TestCase(1, 2)]'],
  ['src/test/kotlin/CartTest.kt', '    @Test'],
  ['src/test/kotlin/CartTest.kt', '    test("adds items") {'],
  ['tests/CartTest.php', '    public function testAddsItems(): void'],
  ['tests/CartTest.php', "it('adds items', function () {"],
  ['tests/CartTest.php', '    #[Test]'],
  ['test/cart_test.cpp', 'TEST_CASE("adds items") {'],
  ['test/cart_test.cpp', 'BOOST_AUTO_TEST_CASE(adds_items)'],
  ['test/cart_test.cc', 'TYPED_TEST(Cart, AddsItems) {'],
  ['test/cart_test.c', 'void test_adds_items(void) {'],
  ['src/test/java/CartTest.java', '    @RepeatedTest(3)'],
  ['src/test/java/CartTest.java', '    public void testAddsItems() {'],
  ['test/cart_test.exs', '  test "adds items", %{a: a} do'],
  ['test/cart_test.dart', "  testWidgets('adds items', (tester) async {"],
  ['src/test/scala/CartSpec.scala', '  "a cart" should "add items" in {'],
  ['cart_test.go', '\tt.Run("adds items", func(t *testing.T) {'],
  ['tests/cart.rs', '    #[tokio::test]'],
  ['test/cart.bats', '@test "adds items" {'],
  ['features/cart.feature', '  Scenario: adds items'],
])('knows the definition of a test in %s: %s', (path, line) => {
  const change: Change = { [path]: [`-${line}`, `+${line.replace(/adds?[ _]?items|Fact|Test\b/i, 'other')}`] };
  const found = findIntegrity(evidenceOf({ ...WORK, ...change }, { tests: [gone], newTests: ['new'] }));
  expect(found.find(({ id }) => id === 'tests_vanished')?.severity).toBe('info');
});

test('a call in product source is no definition of a test', () => {
  const change: Change = { 'lib/cart.rb': ['-  property "items"'] };
  const found = findIntegrity(evidenceOf({ ...WORK, ...change }, { tests: [gone] }));
  expect(found.find(({ id }) => id === 'tests_vanished')?.severity).toBe('error');
});

test('reports no finding for tests that could not be loaded', () => {
  const found = findIntegrity(evidenceOf(WORK, { tests: [gone], loadError: "ModuleNotFoundError: No module named 'x'" }));
  expect(found).toEqual([]);
});
