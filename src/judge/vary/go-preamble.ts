// The package clause and the imports that some functions of a Go file need.
import type { MaskedSource } from '../../languages/index.ts';

/** Null if the file is compiled only under conditions, or an import has a name that is not known from its path. */
export function goPreamble({ text, bare }: MaskedSource, code: string): string | null {
  const name = /^package\s+(\w+)/m.exec(bare)?.[1];
  if (name === undefined || /^\/\/\s*(?:go:build|\+build)\b/m.test(text)) return null;
  const imports = importsOf(text, bare);
  if (imports === null) return null;
  const used = imports.filter(({ known }) => new RegExp(`(?<![\\w.])${known}\\s*\\.`).test(code)).map(({ line }) => `\t${line}`);
  return used.length === 0 ? `package ${name}` : [`package ${name}`, '', 'import (', ...used, ')'].join('\n');
}

interface Import {
  line: string;
  /** The name by which the code refers to it. */
  known: string;
}

function importsOf(text: string, bare: string): Import[] | null {
  const clauses = [...bare.matchAll(/^import\s*(?:\(([^)]{0,5000})\)|([^\n(]{1,300}))/gm)];
  const lines = clauses.flatMap(({ index, 0: clause }) =>
    text.slice(index + 'import'.length, index + clause.length).split(/[\n;(]/),
  );
  const found = lines.flatMap((line) => {
    const [, alias, path] = /^\s*(?:([\w.]+)\s+)?"([^"\n]{1,300})"/.exec(line) ?? [];
    return path === undefined
      ? []
      : [{ line: `${alias === undefined ? '' : `${alias} `}"${path}"`, known: knownAs(path, alias) }];
  });
  return found.every((each): each is Import => each.known !== null) ? found : null;
}

function knownAs(path: string, alias: string | undefined): string | null {
  return alias === '.' || path === 'C' ? null : (alias ?? nameOf(path));
}

/** `github.com/a/b/v2` -> `b`; null if the last part is not a name. */
function nameOf(path: string): string | null {
  const parts = path.split('/').filter((part, index) => index === 0 || !/^v\d+$/.test(part));
  const last = (parts.at(-1) ?? '').replace(/\.v\d+$/, '');
  return /^[A-Za-z_]\w*$/.test(last) ? last : null;
}
