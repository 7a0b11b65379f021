// The name that a failed test needs and that does not exist. Pure; the message is untrusted.

/** The name that the runtime reports as missing. */
const MISSING: readonly RegExp[] = [
  /No module named '([\w.]+)'/,
  /cannot import name '(\w+)'/,
  /has no attribute '(\w+)'/,
  /name '(\w+)' is not defined/,
  /unexpected keyword argument '(\w+)'/,
  /Cannot find (?:module|package) '([^'\n]{1,200})'/,
  /does not provide an export named '?(\w+)/,
  /\.?(\w+) is not a (?:function|constructor)/,
  /(\w+) is not defined/,
  /undefined (?:local variable or )?method [`'](\w+[?!]?)'/,
  /uninitialized constant (?:\w+::)*(\w+)/,
  /Call to undefined (?:method|function) (?:[\w\\]+::)?(\w+)\(/,
  /Class "(?:[\w\\]+\\)?(\w+)" not found/,
];

/** Null if the failure has another cause. */
export function missingName(message: string): string | null {
  for (const pattern of MISSING) {
    const name = pattern.exec(message)?.[1];
    if (name !== undefined) return name.split(/[./\\]/).at(-1) ?? name;
  }
  return null;
}
