// The highlight.js language of a file, by its path.

const BY_ENDING: Record<string, string> = {
  ...same('javascript', 'js jsx mjs cjs'),
  ...same('typescript', 'ts tsx mts cts'),
  ...same('python', 'py pyi'),
  ...same('go', 'go'),
  ...same('rust', 'rs'),
  ...same('java', 'java'),
  ...same('kotlin', 'kt kts'),
  ...same('c', 'c h'),
  ...same('cpp', 'cc cpp cxx hh hpp hxx'),
  ...same('csharp', 'cs'),
  ...same('ruby', 'rb rake gemspec'),
  ...same('php', 'php'),
  ...same('swift', 'swift'),
  ...same('bash', 'sh bash zsh'),
  ...same('sql', 'sql'),
  ...same('css', 'css'),
  ...same('scss', 'scss sass'),
  ...same('xml', 'xml html htm svg vue svelte'),
  ...same('json', 'json jsonc json5'),
  ...same('yaml', 'yaml yml'),
  ...same('ini', 'toml ini cfg conf'),
  ...same('markdown', 'md markdown'),
  ...same('makefile', 'mk'),
};

const BY_NAME: Record<string, string> = {
  makefile: 'makefile',
  gnumakefile: 'makefile',
  gemfile: 'ruby',
  rakefile: 'ruby',
  '.bashrc': 'bash',
};

/** Null when the file is not highlighted. */
export function languageOf(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name] ?? null;
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return name.includes('.') && Object.hasOwn(BY_ENDING, ending) ? (BY_ENDING[ending] ?? null) : null;
}

function same(language: string, endings: string): Record<string, string> {
  return Object.fromEntries(endings.split(' ').map((ending) => [ending, language]));
}
