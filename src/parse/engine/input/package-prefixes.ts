// Splits the output of several packages that print at once, each line prefixed with the package's name, into separate logs.
import { CharCode } from '../../shared/characters.ts';

export interface PrefixedLine {
  /** The package, service or task. */
  stream: string;
  text: string;
}

interface PrefixRule {
  /** Groups: 1 the stream, 2 the text of the line. */
  prefix: RegExp;
  /** A line that must have been seen for the stream; null where the prefix speaks for itself. Group 1 is the stream. */
  announcement: RegExp | null;
}

type Shape = 'docker' | 'pnpm' | 'turbo' | 'colon' | 'brackets';

/** What npm prints before it runs a script: "> pond@1.0.0 lint" */
const BANNER = '> (?:@[\\w.-]{1,100}/)?[\\w.-]{1,200}@\\d[\\w.+-]{0,60} \\S';

const RULES: Readonly<Record<Shape, PrefixRule>> = {
  // docker compose: "web-1  | text"
  docker: { prefix: /^([A-Za-z][\w.-]{0,80}[-_]\d{1,4}) {1,80}\| (.*)$/, announcement: null },
  // pnpm --recursive: "packages/a test$ vitest run", then "packages/a test: text"
  pnpm: {
    prefix: /^([\w@./-]{1,200} [\w:.-]{1,80}): (.*)$/,
    announcement: /^([\w@./-]{1,200} [\w:.-]{1,80})\$ /,
  },
  // turborepo: "web:test: cache miss, executing 1a2b", then "web:test: text"
  turbo: {
    prefix: /^([\w@./-]{1,200}:[\w.-]{1,80}): (.*)$/,
    announcement: /^([\w@./-]{1,200}:[\w.-]{1,80}): cache (?:hit|miss|bypass)/,
  },
  // lerna --stream: "@pond/web: > @pond/web@1.0.0 test", then "@pond/web: text"
  colon: { prefix: /^([\w@./-]{1,200}): (.*)$/, announcement: new RegExp(`^([\\w@./-]{1,200}): ${BANNER}`) },
  // npm-run-all, concurrently: "[test:web] > pond@1.0.0 test:web"; yarn 4: "[web]: Process started"
  brackets: {
    prefix: /^\[([\w@./: -]{1,80})\]:? (.*)$/,
    announcement: new RegExp(`^\\[([\\w@./: -]{1,80})\\](?::? ${BANNER}|: Process started$)`),
  },
};

/** More than any workspace has. */
const MAX_ANNOUNCED = 2000;
/** By the code of a line's first character: whether the name of a stream may begin with it. */
const STARTS_PREFIX: readonly boolean[] = Array.from({ length: 128 }, (_, code) => /[\w@./[-]/.test(String.fromCharCode(code)));

/** Remembers which streams were announced, so that "error: text" is not taken for one. */
export class PackagePrefixes {
  readonly #announced = new Set<string>();

  /** A cheap look at whole lines together: whether one of them may have a prefix, or announce one. */
  mayMatch(lines: string): boolean {
    if (this.#announced.size > 0 || lines.includes('|') || lines.includes('$') || holdsBanner(lines)) return true;
    return lines.includes(': cache ') || lines.includes(']: P');
  }

  /** Null for a line without a prefix. */
  split(line: string): PrefixedLine | null {
    if (line === '' || STARTS_PREFIX[line.charCodeAt(0)] !== true) return null;
    const shape = shapeOf(line, this.#announced.size > 0);
    if (shape === null) return null;
    const { prefix, announcement } = RULES[shape];
    const announced = announcement?.exec(line)?.[1];
    if (announced !== undefined && this.#announced.size < MAX_ANNOUNCED) this.#announced.add(`${shape} ${announced}`);
    if (announcement !== null && this.#announced.size === 0) return null;
    const [, stream, text = ''] = prefix.exec(line) ?? [];
    if (stream === undefined || (announcement !== null && !this.#announced.has(`${shape} ${stream}`))) return null;
    return { stream, text };
  }
}

/** "name: > package@1.0.0 test" or "[name] > package@1.0.0 test". Looked for by the rarest character. */
function holdsBanner(lines: string): boolean {
  for (let at = lines.indexOf('>'); at !== -1; at = lines.indexOf('>', at + 1)) {
    if (at < 2 || lines.charCodeAt(at - 1) !== CharCode.SPACE) continue;
    const before = lines.charCodeAt(at - 2);
    if (before === CharCode.COLON || before === CharCode.RIGHT_BRACKET) return true;
  }
  return false;
}

/** Told by the end of the first or second word alone, since nearly every line has no prefix. */
function shapeOf(line: string, isAnnounced: boolean): Shape | null {
  const blank = line.indexOf(' ');
  if (blank < 1) return null;
  if (line.charCodeAt(0) === CharCode.LEFT_BRACKET) return isAnnounced || mayAnnounceInBrackets(line) ? 'brackets' : null;
  if (line.charCodeAt(blank - 1) === CharCode.COLON) return colonShape(line, blank, isAnnounced);
  let next = blank + 1;
  while (next < line.length && line.charCodeAt(next) === CharCode.SPACE) next += 1;
  if (next < line.length && line.charCodeAt(next) === CharCode.PIPE) return 'docker';
  const end = line.indexOf(' ', next);
  if (end < 1) return null;
  const last = line.charCodeAt(end - 1);
  return last === CharCode.DOLLAR || (last === CharCode.COLON && isAnnounced) ? 'pnpm' : null;
}

/** A cheap look: many programs begin their lines with something in brackets. */
function mayAnnounceInBrackets(line: string): boolean {
  const behind = line.indexOf(']') + 1;
  return line.startsWith(' > ', behind) || line.startsWith(': ', behind);
}

function colonShape(line: string, blank: number, isAnnounced: boolean): Shape | null {
  if (!isAnnounced && !line.startsWith('cache ', blank + 1) && !line.startsWith('> ', blank + 1)) return null;
  return line.lastIndexOf(':', blank - 2) > 0 ? 'turbo' : 'colon';
}
