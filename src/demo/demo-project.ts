// The small project of `hydra demo` and the four attempts at its task, file by file.

/** Path to content; null removes the file. */
export type FileSet = Readonly<Record<string, string | null>>;

export const DEMO_TASK = 'stop a cart from applying the same discount twice';

const CART = `// A shopping cart: items, and discounts in percent.
export function createCart() {
  return { items: [], discounts: [] };
}

export function addItem(cart, name, cents, quantity = 1) {
  cart.items.push({ name, cents, quantity });
  return cart;
}

export function addDiscount(cart, code, percent) {
  cart.discounts.push({ code, percent });
  return cart;
}

export function subtotal(cart) {
  return cart.items.reduce((sum, item) => sum + item.cents * item.quantity, 0);
}

export function total(cart) {
  const percent = cart.discounts.reduce((sum, discount) => sum + discount.percent, 0);
  return Math.round((subtotal(cart) * (100 - Math.min(percent, 100))) / 100);
}
`;

const INVOICE = `import { subtotal, total } from './cart.js';

export function formatCents(cents) {
  return (cents / 100).toFixed(2);
}

export function invoice(cart) {
  const lines = cart.items.map((item) => \`\${item.quantity} x \${item.name}: \${formatCents(item.cents * item.quantity)}\`);
  const saved = subtotal(cart) - total(cart);
  return [...lines, \`saved: \${formatCents(saved)}\`, \`total: \${formatCents(total(cart))}\`].join('\\n');
}
`;

const CART_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDiscount, addItem, createCart, subtotal, total } from '../src/cart.js';

const cartOf = (cents) => addItem(createCart(), 'book', cents);

test('an empty cart costs nothing', () => assert.equal(total(createCart()), 0));
test('items add up', () => assert.equal(subtotal(addItem(cartOf(1000), 'pen', 250, 2)), 1500));
test('a discount lowers the total', () => assert.equal(total(addDiscount(cartOf(1000), 'TEN', 10)), 900));
test('two different discounts add up', () => {
  assert.equal(total(addDiscount(addDiscount(cartOf(1000), 'TEN', 10), 'FIVE', 5)), 850);
});
test('the total is never below zero', () => assert.equal(total(addDiscount(cartOf(1000), 'ALL', 150)), 0));
test('the same discount counts once', () => {
  assert.equal(total(addDiscount(addDiscount(cartOf(1000), 'TEN', 10), 'TEN', 10)), 900);
});
test('a code is the same in capitals and small letters', () => {
  assert.equal(total(addDiscount(addDiscount(cartOf(1000), 'TEN', 10), 'ten', 10)), 900);
});
`;

const INVOICE_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDiscount, addItem, createCart } from '../src/cart.js';
import { formatCents, invoice } from '../src/invoice.js';

test('cents have two digits', () => assert.equal(formatCents(1205), '12.05'));
test('an invoice lists every item', () => {
  assert.equal(invoice(addItem(createCart(), 'pen', 250, 2)), '2 x pen: 5.00\\nsaved: 0.00\\ntotal: 5.00');
});
test('an invoice says what was saved', () => {
  assert.match(invoice(addDiscount(addItem(createCart(), 'book', 1000), 'TEN', 10)), /saved: 1\\.00/);
});
`;

/** A linter of twenty lines, so that the demo needs only Node. */
const LINT = `import { readdirSync, readFileSync } from 'node:fs';

let errors = 0;
for (const name of readdirSync('src').sort()) {
  const lines = readFileSync(\`src/\${name}\`, 'utf8').split('\\n');
  for (const [index, line] of lines.entries()) {
    const report = (text) => console.log(\`src/\${name}:\${index + 1}:1: warning: \${text}\`) ?? (errors += 1);
    if (/\\bvar\\b/.test(line)) report('use const or let instead of var');
    if (/[^=!]==[^=]/.test(line)) report('use === instead of ==');
    if (line.length > 120) report('line is longer than 120 characters');
  }
}
process.exit(errors > 0 ? 1 : 0);
`;

const CONFIG = `[scoring.commands]
build = "node --check src/cart.js && node --check src/invoice.js"
test = "node --test"
lint = "node tools/lint.js"

[scoring.diff_scope]
max_files_soft = 6
max_churn_soft = 80
`;

export const DEMO_BASE: FileSet = {
  'package.json': '{ "name": "cart", "version": "1.0.0", "private": true, "type": "module" }\n',
  'src/cart.js': CART,
  'src/invoice.js': INVOICE,
  'test/cart.test.js': CART_TEST,
  'test/invoice.test.js': INVOICE_TEST,
  'tools/lint.js': LINT,
  'hydra.toml': CONFIG,
};

const FIXED_DISCOUNT = `export function addDiscount(cart, code, percent) {
  const key = code.toUpperCase();
  if (!cart.discounts.some((discount) => discount.code === key)) cart.discounts.push({ code: key, percent });
  return cart;
}
`;

const OLD_DISCOUNT = `export function addDiscount(cart, code, percent) {
  cart.discounts.push({ code, percent });
  return cart;
}
`;

const FIXED_CART = CART.replace(OLD_DISCOUNT, FIXED_DISCOUNT);

const NEW_TEST = `test('a discount given twice is kept once', () => {
  assert.equal(addDiscount(addDiscount(createCart(), 'TEN', 10), 'ten', 10).discounts.length, 1);
});
`;

/** Keeps only the last discount, which fails two other tests. */
const HASTY_CART = CART.replace(
  'cart.discounts.push({ code, percent });',
  'cart.discounts = [{ code: code.toUpperCase(), percent }];',
);

function rewritten(text: string): string {
  const commented = text.replace(
    /^export function (\w+)/gm,
    '/**\n * The function $1.\n * Rewritten for clarity.\n */\nexport function $1',
  );
  return commented
    .replaceAll('const ', 'var ')
    .replaceAll('item.', 'entry.')
    .replaceAll('(item)', '(entry)')
    .replaceAll('sum, item', 'sum, entry');
}

const HELPERS = Object.fromEntries(
  ['currency', 'locale', 'logger', 'registry', 'validators'].map((name) => [
    `src/${name}.js`,
    `// Helpers for ${name}.\n${Array.from({ length: 12 }, (_unused, index) => `export function ${name}${index}(value) {\n  return value;\n}\n`).join('')}`,
  ]),
);

function withoutFailingTests(text: string): string {
  return text.slice(0, text.indexOf("test('the same discount counts once'"));
}

/** What each attempt changes. */
export const DEMO_CANDIDATES: Readonly<Record<string, FileSet>> = {
  careful: { 'src/cart.js': FIXED_CART, 'test/cart.test.js': CART_TEST + NEW_TEST },
  hasty: { 'src/cart.js': HASTY_CART },
  sprawling: { 'src/cart.js': rewritten(FIXED_CART), 'src/invoice.js': rewritten(INVOICE), ...HELPERS },
  sly: { 'test/cart.test.js': withoutFailingTests(CART_TEST) },
};
