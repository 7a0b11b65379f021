// Whether a build file differs from the base's only in the product files that it lists.

/** Libraries of the C standard and of POSIX. */
const PLAIN_FLAG = /^-(?:lm|lpthread|pthread|ldl|lrt)$/;
const NAME = /[\w./+-]+/g;
const MAX_TEXT = 400_000;

/** `sources` are the product files that the candidate adds, changes or removes. */
export function onlyListsSources(baseText: string, text: string, sources: readonly string[]): boolean {
  if (baseText.length > MAX_TEXT || text.length > MAX_TEXT) return false;
  const names = new Set(sources.flatMap(namesOf));
  const base = linesOf(baseText, names);
  const own = linesOf(text, names);
  const [known, kept] = [new Set(base.map(({ rest }) => rest)), new Set(own.map(({ rest }) => rest))];
  const before = countOf(base.map(({ rest }) => rest));
  const after = countOf(own.map(({ rest }) => rest));
  // A line that occurs more often than before must be about a product file.
  const isAllowed = ({ rest, listed }: Line) =>
    rest === '' ||
    (known.has(rest) && (listed || (after.get(rest) ?? 0) <= (before.get(rest) ?? 0))) ||
    (listed && isPlainRule(rest));
  return own.every(isAllowed) && base.every(({ rest, listed }) => kept.has(rest) || rest === '' || (listed && isPlainRule(rest)));
}

interface Line {
  /** Without the names of product files, list punctuation and white space. */
  rest: string;
  /** Whether it names a product file. */
  listed: boolean;
}

/** `x.o: x.c` has only names and a colon. */
function isPlainRule(rest: string): boolean {
  return rest === '' || rest === ':';
}

function linesOf(text: string, names: ReadonlySet<string>): Line[] {
  return text.split('\n').map((line) => {
    let listed = false;
    const rest = line.replace(NAME, (name) => {
      if (PLAIN_FLAG.test(name)) return '';
      if (!names.has(name.replace(/^\.\//, ''))) return name;
      listed = true;
      return '';
    });
    return {
      rest: rest
        .replace(/["',\\]/g, ' ')
        .replace(/\s+/g, ' ')
        .replace(/ ?([()[\]{}:;=]) ?/g, '$1')
        .trim(),
      listed,
    };
  });
}

/** A source, its object files and its module: `src/a.c`, `a.c`, `build/a.o`, `a`. */
function namesOf(path: string): string[] {
  const stem = path.replace(/\.\w+$/, '');
  const name = (whole: string) => whole.slice(whole.lastIndexOf('/') + 1);
  const objects = ['.o', '.obj', '.lo', '.h'].flatMap((end) => [stem + end, name(stem) + end, `build/${name(stem)}${end}`]);
  return [path, name(path), stem, stem.replaceAll('/', '.'), ...objects, ...parts(path)];
}

/** Build files name a source relative to their own folder. */
function parts(path: string): string[] {
  const names = path.split('/');
  return names.map((_, index) => names.slice(index).join('/'));
}

function countOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
