// Describes the value that hydra.toml accepts at each key. Derived from the schema, so that the two cannot differ.
import { configFileSchema, metricNameSchema } from '../contract/index.ts';
import { formatValue, type KeyPath } from './toml-text.ts';

/** The part of JSON Schema that the schema of hydra.toml uses. */
export interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  /** The schema of all values, in a table with names that the user chooses; else false. */
  additionalProperties?: Shape | false;
  propertyNames?: Shape;
  items?: Shape;
  anyOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

let root: Shape | undefined;

/** Created on demand, because only errors need it. */
function rootShape(): Shape {
  root ??= configFileSchema.toJSONSchema() as Shape;
  return root;
}

/** Empty if the file has no such key. */
export function shapeAt(path: KeyPath): Shape {
  return path.reduce<Shape>((shape, part) => shapeBelow(shape, part) ?? {}, rootShape());
}

function shapeBelow({ items, properties, additionalProperties }: Shape, part: string | number): Shape | undefined {
  if (typeof part === 'number') return items;
  if (properties !== undefined && Object.hasOwn(properties, part)) return properties[part];
  return additionalProperties || undefined;
}

const METRIC_NAME = metricNameSchema.toJSONSchema().pattern;

export function takesAnyName({ additionalProperties }: Shape): boolean {
  return typeof additionalProperties === 'object';
}

/** The next step for a name that such a table rejects. */
export function nameRule({ propertyNames }: Shape): string {
  if (propertyNames?.pattern === undefined) return 'Choose another name; it must not be empty.';
  if (propertyNames.pattern === METRIC_NAME)
    return 'Use small letters, digits and `_`, begin with a letter, at most 24 characters.';
  return 'Use letters, digits, `.`, `_` and `-`, and begin with a letter or digit.';
}

export function keysOf({ properties }: Shape): string[] {
  return Object.keys(properties ?? {});
}

/** Every path in the file where a key of this name is valid. */
export function pathsOfKey(name: string, shape: Shape = rootShape(), above: KeyPath = []): KeyPath[] {
  return Object.entries(shape.properties ?? {}).flatMap(([key, inner]) => {
    const path = [...above, key];
    const deeper = pathsOfKey(name, inner, path);
    return key === name ? [path, ...deeper] : deeper;
  });
}

/** The allowed words of a value, if it is an enumeration. */
export function choicesOf(shape: Shape): string[] {
  return (shape.enum ?? []).filter((choice) => typeof choice === 'string');
}

/** Completes the sentence "Expected `key` to be ...". */
export function expectedText(shape: Shape): string {
  if (shape.anyOf !== undefined) return oneOf(shape.anyOf.map(expectedText));
  if (shape.const !== undefined) return formatValue(shape.const);
  if (shape.enum !== undefined) return oneOf(shape.enum.map(formatValue));
  switch (shape.type) {
    case 'number':
      return `a number${rangeText(shape)}`;
    case 'integer':
      return `a whole number${rangeText(shape)}`;
    case 'string':
      if (shape.maxLength !== undefined) return `a string of at most ${shape.maxLength} characters`;
      return shape.minLength === undefined ? 'a string' : 'a string that is not empty';
    case 'boolean':
      return 'true or false';
    case 'array':
      return shape.minItems === undefined ? 'a list of strings' : 'a list of strings that is not empty';
    default:
      return 'a table';
  }
}

function oneOf(options: string[]): string {
  return options.length < 2 ? options.join('') : `${options.slice(0, -1).join(', ')} or ${options.at(-1)}`;
}

function rangeText({ minimum, maximum, exclusiveMinimum }: Shape): string {
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}`;
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return '';
}
