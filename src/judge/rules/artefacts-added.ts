import { anyOf } from '../../languages/index.ts';
import { supportRole } from '../../tools/index.ts';
import type { CandidateEvidence } from '../integrity/evidence.ts';
import { othersDoSame } from '../integrity/other-candidates.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';
import { listed } from '../integrity/wording.ts';

/** Files that tools leave behind in any project. */
const LEFTOVER = anyOf({
  folder: /(?:^|\/)(?:node_modules|__pycache__|htmlcov)\//,
  hiddenFolder: /(?:^|\/)\.(?:pytest_cache|mypy_cache|ruff_cache|nyc_output|gradle|hypothesis)\//,
  extension: /\.(?:log|pyc|pyo|class|o|obj|orig|rej|bak|swp|tmp)$/,
  file: /(?:^|\/)(?:\.DS_Store|Thumbs\.db|lcov\.info|\.coverage|a\.out|nohup\.out|core\.\d+)$/,
});
/** Some projects keep sources in these folders; most build into them. */
const OUTPUT_FOLDER = /^(?:dist|build|out|target|coverage)\/|\/(?:dist|coverage)\//;
const MANY_OUTPUT_LINES = 200;

export const artefactsAdded: FileRule = {
  id: 'artefacts_added',
  scope: 'file',
  title: 'Files are added that a build, a test run or an editor leaves behind.',
  severity: 'warning',
  otherSeverities: {},
  docs: {
    catches:
      'New logs, caches, object files, backups and coverage reports, and new files in `dist/`, `build/`, `out/`, `target/` or `coverage/` that have at least 200 lines or that `.gitignore` excluded before. Not in tests, and not if at least half of the other candidates add the file too.',
    why: 'Such files make a diff larger and do not belong into the repository.',
    example: { 'new:npm-debug.log': ['+0 info it worked if it ends with ok'] },
    allow: 'Allow folders in which the project keeps built files.',
  },
  find(evidence) {
    const isIgnoredBefore = ignoredBefore(evidence);
    const artefacts = evidence.patch.filter(({ path, status, added }) => {
      if (status !== 'added' || supportRole(path) === 'test') return false;
      return LEFTOVER.test(path) || (OUTPUT_FOLDER.test(path) && (isIgnoredBefore(path) || added.length >= MANY_OUTPUT_LINES));
    });
    const [first] = artefacts.filter(({ path }) => !othersDoSame(evidence, path, ({ status }) => status === 'added'));
    if (first === undefined) return [];
    const names = listed(artefacts.map(({ path }) => path));
    return [fileFinding('warning', `adds files that a tool generated: ${names}`, first.path)];
  },
};

/** Whether the candidate removed a line from .gitignore that names a folder or file of the path. */
function ignoredBefore({ patch }: CandidateEvidence): (path: string) => boolean {
  const removed = patch.filter(({ path }) => /(?:^|\/)\.gitignore$/.test(path)).flatMap((file) => file.removed);
  const names = new Set(removed.map(({ text }) => text.trim().replaceAll('/', '')));
  return (path) => path.split('/').some((part) => names.has(part));
}
