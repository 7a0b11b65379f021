// The paths that a `use` declaration of Rust names.
const MAX_DEPTH = 4;
const MAX_PARTS = 400;

/** `a::{b, c::{d, e}}` -> `a::b`, `a::c::d`, `a::c::e`. `tree` is on one line. */
export function usedPaths(tree: string, depth = 0): string[] {
  const open = tree.indexOf('{');
  if (open === -1) return [tree.trim()];
  if (depth > MAX_DEPTH || !tree.trim().endsWith('}')) return [];
  const before = tree.slice(0, open).trim();
  const paths = splitOutside(tree.trim().slice(open - (tree.length - tree.trimStart().length) + 1, -1)).flatMap((part) =>
    usedPaths(part, depth + 1),
  );
  return paths.map((path) => (path === 'self' ? before.replace(/::$/, '') : before + path));
}

function splitOutside(list: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at <= list.length; at += 1) {
    const char = list.charAt(at);
    if (char === '{') depth += 1;
    else if (char === '}') depth -= 1;
    else if ((char === ',' && depth === 0) || at === list.length) {
      parts.push(list.slice(start, at).trim());
      start = at + 1;
    }
  }
  return parts.filter((part) => part !== '').slice(0, MAX_PARTS);
}
