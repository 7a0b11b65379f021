import { accepts, reports } from '../../../test/evidence-builder.ts';

const js = ['error tests_focused test/a.test.js'];

reports([
  ['it.only', { 'test/a.test.js': ["+it.only('a', f)"] }, js],
  ['describe.only', { 'test/a.test.js': ["+describe.only('a', f)"] }, js],
  ['fit in Jasmine', { 'test/a.test.js': ["+  fit('a', f)"] }, js],
  ['the option only: true', { 'test/a.test.js': ["+test('a', { only: true }, f)"] }, js],
  [':focus in RSpec', { 'spec/a_spec.rb': ["+  it 'works', :focus do"] }, ['error tests_focused spec/a_spec.rb']],
  ['fit in RSpec', { 'spec/a_spec.rb': ["+  fit 'works' do"] }, ['error tests_focused spec/a_spec.rb']],
]);

accepts([
  ['calls that fit a model', { 'tests/test_a.py': ['+    model.fit(x, y)', '+    fit(x)', '+    assert model.ok'] }],
  ['test data with the same words', { 'test/a.test.js': ['+assert.ok(read({ only: true }));'] }],
]);
