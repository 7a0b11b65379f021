// Files that Git LFS stores outside the repository. Their content comes from the user's local copy and
// nothing is fetched; git-lfs itself is not run, because it would link workspaces to the user's files.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { tryGit } from './run-git.ts';

const POINTER_START = 'version https://git-lfs.github.com/spec/v1';
/** The names of files that stay pointers, one per line. */
const MISSING_FILE = 'lfs-missing';
const SMUDGE_FILE = 'lfs-smudge.sh';
const CLEAN_FILE = 'lfs-clean.sh';

/** Standard input is saved to a file of the store, so that it is removed with the store; a pointer is below 1024 bytes. */
const READ_INPUT = `store=$1
input=$(mktemp "$store/lfs-input-XXXXXX") || exit 1
trap 'rm -f "$input"' EXIT
cat > "$input" || exit 1
oid=
if [ "$(wc -c < "$input")" -lt 1024 ] && [ "$(head -n 1 "$input")" = '${POINTER_START}' ]; then
  oid=$(sed -n 's/^oid sha256:\\([0-9a-f]\\{64\\}\\)$/\\1/p' "$input" | head -n 1)
fi
place() { printf '%s/%s/%s/%s' "$1" "$(printf %s "$oid" | cut -c 1-2)" "$(printf %s "$oid" | cut -c 3-4)" "$oid"; }
`;

/** Smudge filter: a pointer in, the content out if it is available. Arguments: the store, the file's name, content folders. */
const SMUDGE_SCRIPT = `${READ_INPUT}path=$2
shift 2
if [ -n "$oid" ]; then
  for folder; do
    if [ -f "$(place "$folder")" ]; then cat "$(place "$folder")"; exit; fi
  done
  printf '%s\\n' "$path" >> "$store/${MISSING_FILE}"
fi
cat "$input"
`;

/** Clean filter: content in, a pointer out; stores the content. Arguments: the store, the folder for content. */
const CLEAN_SCRIPT = `${READ_INPUT}if [ -n "$oid" ] || [ ! -s "$input" ]; then cat "$input"; exit; fi
oid=$(sha256sum < "$input" 2>/dev/null || shasum -a 256 < "$input") || exit 1
oid=\${oid%% *}
mkdir -p "$(dirname "$(place "$2")")" && cp "$input" "$(place "$2")" || exit 1
printf '${POINTER_START}\\noid sha256:%s\\nsize %s\\n' "$oid" "$(wc -c < "$input" | tr -d ' ')"
`;

export function writeLfsScripts(store: string): void {
  writeFileSync(join(store, SMUDGE_FILE), SMUDGE_SCRIPT);
  writeFileSync(join(store, CLEAN_FILE), CLEAN_SCRIPT);
}

/** The user's folders of LFS content. */
export async function findLfsContent(gitDir: string): Promise<string> {
  const config = join(gitDir, 'config');
  const mayBeElsewhere = existsSync(config) && /storage/i.test(readFileSync(config, 'latin1'));
  const setting = mayBeElsewhere
    ? await tryGit(['config', '--type=path', '--get', 'lfs.storage'], { env: { GIT_DIR: gitDir } })
    : null;
  const storage = setting?.exitCode === 0 ? setting.stdout.toString('utf8').trim() : 'lfs';
  return join(isAbsolute(storage) ? storage : join(gitDir, storage), 'objects');
}

/** For calls that read or write files of a tree; free of cost if no file is marked for Git LFS. */
export function lfsEnvironment(store: string, content: string): Record<string, string> {
  const own = join(store, 'lfs/objects');
  const command = (...words: string[]) => `sh ${words.map((word) => (word === '%f' ? word : quoted(word))).join(' ')}`;
  return {
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'filter.lfs.smudge',
    GIT_CONFIG_VALUE_0: command(join(store, SMUDGE_FILE), store, '%f', own, content),
    GIT_CONFIG_KEY_1: 'filter.lfs.clean',
    GIT_CONFIG_VALUE_1: command(join(store, CLEAN_FILE), store, own),
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** The files of all trees so far that stayed pointers because their content is missing. */
export function listMissingLfsFiles(store: { folder: string }): string[] {
  const file = join(store.folder, MISSING_FILE);
  const names = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return [...new Set(names)].filter((name) => name !== '').sort();
}
