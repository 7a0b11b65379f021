// Whether stdout supports color.

/** https://no-color.org: any non-empty value disables color. */
export function wantsColour(): boolean {
  const { NO_COLOR = '', TERM } = process.env;
  return process.stdout.isTTY === true && NO_COLOR === '' && TERM !== 'dumb';
}
