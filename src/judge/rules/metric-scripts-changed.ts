import type { CandidateEvidence } from '../integrity/evidence.ts';
import { othersChangeFile } from '../integrity/other-candidates.ts';
import type { PatchFile } from '../integrity/patch.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

/** The name of a script that a line of a package.json defines. */
const SCRIPT = /^\s*"([\w:.-]{1,80})"\s*:\s*"/;
/** Where projects keep what measures them. */
const BENCHMARK = /(?:^|\/)(?:bench(?:es|marks?)?\/|[^/]*[-_.]?bench(?:mark)?s?[-_.][^/]*$|bench(?:mark)?s?\.\w+$)/;
const TOOL = /(?:^|\/)(?:scripts?|tools?|\.?ci)\/[^/]+$/;
/** Shorter words of a metric's name occur in too many paths. */
const MIN_WORD_LENGTH = 4;

export const metricScriptsChanged: FileRule = {
  id: 'metric_scripts_changed',
  scope: 'file',
  title: 'Scripts that measure a metric are changed.',
  severity: 'warning',
  otherSeverities: {},
  docs: {
    catches:
      'Changes to a file that the `command` of a metric names, to a script of `package.json` that it runs, to benchmarks, and to files in `scripts/` or `tools/` whose name has a word of the metric. Not if at least half of the other candidates change the same file.',
    why: 'The command comes from the base’s `hydra.toml`, but it runs on the candidate’s tree: a candidate that changes the script decides what is measured.',
    example: { 'package.json': ['-    "size": "node scripts/size.mjs",', '+    "size": "echo 1",'] },
    allow: 'Allow scripts that the task asks to change.',
  },
  find(evidence) {
    return evidence.patch
      .filter((file) => file.status !== 'added' && measures(file, evidence) && !othersChangeFile(evidence, file.path))
      .map(({ path, added }) => fileFinding('warning', 'changes a script that measures a metric', path, added));
  },
};

function measures(file: PatchFile, { metrics }: CandidateEvidence): boolean {
  return metrics.some(({ name, command }) => {
    const words = new Set(command.split(/[\s;&|()'"=<>]+/).map((word) => word.replace(/^\.\//, '')));
    return words.has(file.path) || changesScript(file, words) || isAboutMetric(file.path, name);
  });
}

/** Also one that a package manager runs before or after it. */
function changesScript({ path, added, removed }: PatchFile, words: ReadonlySet<string>): boolean {
  if (path !== 'package.json') return false;
  return [...added, ...removed].some(({ text }) => {
    const name = SCRIPT.exec(text)?.[1];
    return name !== undefined && (words.has(name) || words.has(name.replace(/^(?:pre|post)/, '')));
  });
}

function isAboutMetric(path: string, name: string): boolean {
  const parts = name.split('_').filter(({ length }) => length >= MIN_WORD_LENGTH);
  return BENCHMARK.test(path) || (TOOL.test(path) && parts.some((part) => path.includes(part)));
}
