// Whether stdout is a screen that wants colour.

/** https://no-color.org: any value but the empty one switches colour off. */
export function wantsColour(): boolean {
  const { NO_COLOR = '', TERM } = process.env;
  return process.stdout.isTTY === true && NO_COLOR === '' && TERM !== 'dumb';
}
