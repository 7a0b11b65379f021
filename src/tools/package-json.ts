// What commands need to know of a package.json.

/** Empty for a text that is no package.json. */
export function scriptsIn(packageJson: string | null): Record<string, string> {
  return textsIn(packageJson, 'scripts');
}

export function packagesIn(packageJson: string | null): ReadonlySet<string> {
  return new Set(['dependencies', 'devDependencies'].flatMap((key) => Object.keys(textsIn(packageJson, key))));
}

/** The texts of one table. */
function textsIn(packageJson: string | null, key: string): Record<string, string> {
  try {
    const { [key]: table } = JSON.parse(packageJson ?? '{}') as Record<string, unknown>;
    const entries = Object.entries(typeof table === 'object' && table !== null ? table : {});
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}
