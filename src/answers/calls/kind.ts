// The kinds of expressions.
/**
 * constant: a value that is not changed, such as `2 ** 31`. entry: a key or parameter name with a value. name: a variable.
 * record: brackets with a fixed number of items.
 */
export type Kind =
  | 'int'
  | 'float'
  | 'text'
  | 'boolean'
  | 'null'
  | 'list'
  | 'record'
  | 'set'
  | 'map'
  | 'entry'
  | 'call'
  | 'name'
  | 'constant';
