// What the text of a file says about its imports and, in pure modules, about the world outside its arguments.
// Names count wherever they stand: a local variable called `process` is refused too, which keeps the rule simple and safe.
import { parseSync, visitorKeys } from 'oxc-parser';

/**
 * @typedef {{ type: string, start: number, [member: string]: any }} Node
 * @typedef {{ line: number, specifier: string | null, names: string[] }} Import specifier is null when it is computed; names has `*` for everything
 * @typedef {{ line: number, what: string }} Fault
 */

const CLOCK = 'reads the clock';
const ENVIRONMENT = 'reaches the world outside';
const LOCALE = 'depends on the locale';
const HIDDEN_CODE = 'runs code that no check sees';

/** @type {Record<string, string>} */
const REFUSED_NAMES = {
  Date: CLOCK,
  Temporal: CLOCK,
  performance: CLOCK,
  setTimeout: CLOCK,
  setInterval: CLOCK,
  setImmediate: CLOCK,
  process: ENVIRONMENT,
  Buffer: ENVIRONMENT,
  global: ENVIRONMENT,
  globalThis: ENVIRONMENT,
  require: ENVIRONMENT,
  fetch: ENVIRONMENT,
  console: ENVIRONMENT,
  crypto: ENVIRONMENT,
  Intl: LOCALE,
  eval: HIDDEN_CODE,
};

const EXACT_MATH = ['min', 'max', 'floor', 'ceil', 'round', 'abs', 'trunc', 'sign'];

/**
 * @param {string} path
 * @param {string} text
 * @param {{ pure: boolean, exactArithmetic: boolean }} rules
 * @returns {{ imports: Import[], faults: Fault[] }}
 */
export function readSource(path, text, rules) {
  const { program, errors } = parseSync(path, text);
  const lineOf = lineCounter(text);
  if (errors.length > 0) {
    const faults = errors.map(({ message, labels }) => ({
      line: lineOf(labels[0]?.start ?? 0),
      what: `cannot be read: ${message}`,
    }));
    return { imports: [], faults };
  }
  /** @type {Import[]} */
  const imports = [];
  /** @type {Fault[]} */
  const faults = [];
  walk(/** @type {any} */ (program), null, '', (node, parent, key) => {
    const source = importSource(node);
    if (source !== null) imports.push({ line: lineOf(node.start), specifier: literalText(source), names: importedNames(node) });
    const what = rules.pure ? impurity(node, parent, key, rules.exactArithmetic) : null;
    if (what !== null) faults.push({ line: lineOf(node.start), what });
  });
  return { imports, faults };
}

/**
 * @param {Node} node
 * @param {Node | null} parent
 * @param {string} key the member of the parent that holds the node
 * @param {(node: Node, parent: Node | null, key: string) => void} visit
 */
function walk(node, parent, key, visit) {
  visit(node, parent, key);
  for (const member of visitorKeys[node.type] ?? []) {
    const children = Array.isArray(node[member]) ? node[member] : [node[member]];
    for (const child of children) if (child) walk(child, node, member, visit);
  }
}

/** @returns {Node | null} */
function importSource(/** @type {Node} */ node) {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return node.source;
    case 'TSExternalModuleReference':
      return node.expression;
    default:
      return null;
  }
}

/** @returns {string[]} */
function importedNames(/** @type {Node} */ node) {
  if (node.type !== 'ImportDeclaration') return ['*'];
  const names = node.specifiers.map((/** @type {Node} */ each) => each.imported?.name ?? each.imported?.value ?? '*');
  return node.importKind === 'type' ? [] : names;
}

/** @returns {string | null} */
function literalText(/** @type {Node} */ node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node.type === 'TemplateLiteral' && node.quasis.length === 1 ? node.quasis[0].value.cooked : null;
}

/**
 * @param {Node} node
 * @param {Node | null} parent
 * @param {string} key
 * @param {boolean} exactArithmetic
 * @returns {string | null}
 */
function impurity(node, parent, key, exactArithmetic) {
  switch (node.type) {
    case 'Identifier':
      return isReference(parent, key) ? refusedName(node.name, parent, key) : null;
    case 'MemberExpression':
      return refusedMember(node);
    case 'MetaProperty':
      return node.meta.name === 'import' ? refusal('import.meta', ENVIRONMENT) : null;
    case 'BinaryExpression':
    case 'AssignmentExpression':
      return exactArithmetic && node.operator.startsWith('**') ? refusal('**', 'is not exact on every machine') : null;
    default:
      return null;
  }
}

/** A name that is only the label of a member, as in `a.process`, `{ process: 1 }` or `import { process as run }`, is none. */
function isReference(/** @type {Node | null} */ parent, /** @type {string} */ key) {
  if (key === 'property' || key === 'key') return parent?.computed === true;
  return !['label', 'imported', 'exported'].includes(key) && !(parent?.type === 'TSQualifiedName' && key === 'right');
}

/** @returns {string | null} */
function refusedName(/** @type {string} */ name, /** @type {Node | null} */ parent, /** @type {string} */ key) {
  if (name === 'Math' && !(parent?.type === 'MemberExpression' && key === 'object')) {
    return refusal('Math under another name', 'hides which functions are used');
  }
  if (name === 'Function' && key === 'callee') return refusal('Function as a constructor', HIDDEN_CODE);
  return Object.hasOwn(REFUSED_NAMES, name) ? refusal(name, REFUSED_NAMES[name] ?? '') : null;
}

/** @returns {string | null} */
function refusedMember(/** @type {Node} */ node) {
  const name = node.computed ? literalText(node.property) : node.property.name;
  if (node.object.name === 'Math' && !EXACT_MATH.includes(name)) {
    const reason = name === 'random' ? 'is random' : 'is not exact on every machine';
    return refusal(`Math.${name ?? '[computed]'}`, reason);
  }
  return /^(localeCompare$|toLocale)/.test(name ?? '') ? refusal(name, LOCALE) : null;
}

function refusal(/** @type {string} */ thing, /** @type {string} */ reason) {
  return `a pure module must not use ${thing}: it ${reason}`;
}

/** @returns {(offset: number) => number} */
function lineCounter(/** @type {string} */ text) {
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => breaks.filter((at) => at < offset).length + 1;
}
