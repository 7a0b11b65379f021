// The scanner that fits a lockfile. Production dependencies only where the tool can tell them apart: a vulnerability in a
// linter does not reach users.

interface Scanner {
  lockfile: RegExp;
  /** Reads the lockfile in the current folder; `file` is its name. */
  command(file: string): string;
}

const SCANNERS: readonly Scanner[] = [
  { lockfile: /^(?:package-lock|npm-shrinkwrap)\.json$/, command: () => 'npm audit --json --omit=dev --package-lock-only' },
  { lockfile: /^pnpm-lock\.yaml$/, command: () => 'pnpm audit --json --prod' },
  {
    lockfile: /^yarn\.lock$/,
    command: () =>
      'if [ -f .yarnrc.yml ]; then yarn npm audit --json --environment production --recursive; else yarn audit --json --groups dependencies; fi',
  },
  { lockfile: /^Cargo\.lock$/, command: () => 'cargo audit --json' },
  { lockfile: /^requirements(?:[\w.-]{0,40})\.txt$/, command: (file) => `pip-audit --format json --requirement ${file}` },
  {
    lockfile:
      /^(?:poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|go\.mod|Gemfile\.lock|composer\.lock|pom\.xml|gradle\.lockfile|packages\.lock\.json|mix\.lock|pubspec\.lock|bun\.lock)$/,
    command: (file) => `osv-scanner --format json --lockfile ${file}`,
  },
];

/** A folder with other characters could change the command. */
const SAFE_FOLDER = /^[\w@+=,.-]+(?:\/[\w@+=,.-]+)*$/;
const MAX_LOCKFILES = 8;

/** The lockfiles among the changed files that a scanner reads, sorted. */
export function lockfilesIn(paths: readonly string[]): string[] {
  return paths.filter((path) => scannerOf(path) !== undefined && isSafe(folderOf(path))).sort();
}

/** One command for all of them; null without any. */
export function scanCommand(lockfiles: readonly string[]): string | null {
  const scans = lockfiles.slice(0, MAX_LOCKFILES).flatMap((path) => {
    const command = scannerOf(path)?.command(nameOf(path));
    if (command === undefined) return [];
    const folder = folderOf(path);
    return [folder === '' ? command : `(cd ./${folder} && ${command})`];
  });
  return scans.length === 0 ? null : scans.join('; ');
}

function scannerOf(path: string): Scanner | undefined {
  return SCANNERS.find(({ lockfile }) => lockfile.test(nameOf(path)));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function isSafe(folder: string): boolean {
  return folder === '' || (SAFE_FOLDER.test(folder) && !folder.split('/').includes('..'));
}
