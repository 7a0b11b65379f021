import { expect, test } from 'vitest';
import { missingName } from './missing-name.ts';

test.each([
  ["ImportError: cannot import name 'slugify' from 'text' (text.py)", 'slugify'],
  ["ModuleNotFoundError: No module named 'app.text'", 'text'],
  ["AttributeError: module 'text' has no attribute 'slugify'", 'slugify'],
  ['TypeError: text.slugify is not a function', 'slugify'],
  ["SyntaxError: The requested module './text.js' does not provide an export named 'slugify'", 'slugify'],
  ["Error: Cannot find module './lib/slugify'", 'slugify'],
  ['ReferenceError: slugify is not defined', 'slugify'],
  ["NoMethodError: undefined method `slugify' for Text:Module", 'slugify'],
  ['Error: Call to undefined function slugify()', 'slugify'],
  ["AssertionError: assert '' == 'n-a'", null],
  ["TypeError: Cannot read properties of undefined (reading 'length')", null],
])('finds the missing name in %s', (failure, name) => {
  expect(missingName(failure)).toBe(name);
});
