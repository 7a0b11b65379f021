// The shape of an integrity rule and of what it reports.
import type { IntegrityFinding, Place, Severity } from '../../contract/index.ts';
import type { CandidateEvidence } from './evidence.ts';
import { placesOf } from './finding-places.ts';
import type { PatchLine } from './patch.ts';

/** A finding about one file: a path pattern in the settings can allow it. */
export type FileFinding = Pick<IntegrityFinding, 'severity' | 'message' | 'places'> & { place: Place };

/** A finding about the candidate as a whole: only another severity for the rule can allow it. */
export type RunFinding = Pick<IntegrityFinding, 'severity' | 'message'> & About & { place: null };

/** What a finding about the candidate as a whole is about. The lines of the tests are looked up afterwards. */
type About = Pick<IntegrityFinding, 'tests' | 'places' | 'check'>;

interface Rule<Scope extends 'file' | 'run', Found extends FileFinding | RunFinding> {
  /** The id in findings and settings. The file of the rule has the same name, with hyphens. */
  readonly id: string;
  readonly scope: Scope;
  /** What the rule looks for, in one sentence. */
  readonly title: string;
  /** The severity of a finding, unless one of `otherSeverities` applies. */
  readonly severity: Severity;
  /** Further severities that the rule reports, each with its condition: it completes the sentence "... if". */
  readonly otherSeverities: Readonly<Partial<Record<Severity, string>>>;
  readonly docs: RuleDocs;
  find(evidence: CandidateEvidence): Found[];
}

/** The section of the rule in docs/integrity.md. Sentences in Markdown. */
export interface RuleDocs {
  readonly catches: string;
  readonly why: string;
  /** Path to lines of a diff with their marks, as `ExampleChange`; or a sentence if the rule looks at results instead of lines. */
  readonly example: ExampleChange | string;
  /** When to allow it. The page adds the setting. */
  readonly allow: string;
}

/** `new:` before a path makes it a new file, `link:` a new symbolic link. */
export type ExampleChange = Readonly<Record<string, readonly string[]>>;

export type FileRule = Rule<'file', FileFinding>;
export type RunRule = Rule<'run', RunFinding>;
export type IntegrityRule = FileRule | RunRule;

/** The line numbers of a finding come from its first lines: a patch may have millions. */
const MAX_NUMBERED_LINES = 1000;

export function fileFinding(severity: Severity, message: string, path: string, lines: readonly PatchLine[] = []): FileFinding {
  const numbered = lines.filter(({ line }) => line > 0).slice(0, MAX_NUMBERED_LINES);
  const numbers = numbered.map(({ line }) => line);
  const place = {
    path,
    start_line: numbers.length === 0 ? null : Math.min(...numbers),
    end_line: numbers.length === 0 ? null : Math.max(...numbers),
  };
  const places = placesOf(path, numbered);
  return { severity, message, place, ...(places.length === 0 ? {} : { places }) };
}

export function runFinding(severity: Severity, message: string, about: About = {}): RunFinding {
  return { severity, message, place: null, ...about };
}
