// Builds evidence about a candidate from a few diff lines by path.
import { test as defineTest, expect } from 'vitest';
import type { Diff, IntegrityFinding } from '../src/contract/index.ts';
import { type CandidateEvidence, findIntegrity, INTEGRITY_RULES, parsePatch } from '../src/judge/integrity/index.ts';
import { textChange } from './text-change.ts';

/** Path to marked lines; the prefix `new:` makes a new file, `link:` a new symbolic link, `binary:` a new binary file. */
export type Change = Readonly<Record<string, readonly string[]>>;

export function evidenceOf(change: Change, more: Partial<CandidateEvidence> = {}): CandidateEvidence {
  return {
    name: 'candidate',
    patch: parsePatch(Object.entries(change).map(patchText).join(''), diffOf(change)),
    diff: { files: [] } as unknown as CandidateEvidence['diff'],
    captures: [],
    baselineCaptures: [],
    tests: [],
    contested: new Set(),
    newTests: [],
    passesOnlyUnpinned: false,
    restored: [],
    causes: new Map(),
    executed: null,
    loadError: null,
    canary: null,
    varied: null,
    independent: null,
    credentials: [],
    repositoryWrites: [],
    lint: null,
    metrics: [],
    testLiterals: new Map(),
    taskLiterals: new Set(),
    taskTests: new Set(),
    testImports: new Set(),
    others: [],
    votes: (more.others ?? []).map((other) => [other]),
    lostByAll: new Set(),
    ...more,
  };
}

/** The lines of each file are read as the whole file. */
function diffOf(change: Change): Diff {
  const files = Object.entries(change).map(([name, lines]) => {
    const path = pathIn(name);
    const side = (signs: string) =>
      lines
        .filter((line) => signs.includes(line.charAt(0)))
        .map((line) => line.slice(1))
        .join('\n');
    return { path, ...textChange(path, name === path ? side(' -') : null, side(' +')) };
  });
  return { files } as unknown as Diff;
}

function pathIn(name: string): string {
  return name.replace(/^(?:new|link|binary):/, '');
}

function patchText([name, lines]: readonly [string, readonly string[]]): string {
  const path = pathIn(name);
  if (name.startsWith('binary:')) {
    return `diff --git a/${path} b/${path}\nnew file mode 100644\nGIT binary patch\nliteral 4\nLc\n\nliteral 0\nHc\n\n`;
  }
  const mode = name.startsWith('link:') ? 'new file mode 120000\n' : name === path ? '' : 'new file mode 100644\n';
  const count = (signs: string) => lines.filter((line) => signs.includes(line.charAt(0))).length;
  const header = `@@ -1,${count(' -')} +1,${count(' +')} @@`;
  return `diff --git a/${path} b/${path}\n${mode}${header}\n${lines.join('\n')}\n`;
}

/** "error tests_focused test/a.js" for each warning and error. */
export function alarms(evidence: CandidateEvidence): string[] {
  return documentedFindings(evidence)
    .filter(({ severity }) => severity !== 'info')
    .map(spelled);
}

export function spelled({ severity, id, place }: IntegrityFinding): string {
  return place === null ? `${severity} ${id}` : `${severity} ${id} ${place.path}`;
}

/** Every severity that a rule reports must be in its documentation. */
function documentedFindings(evidence: CandidateEvidence): IntegrityFinding[] {
  const findings = findIntegrity(evidence);
  for (const { id, severity } of findings) {
    const rule = INTEGRITY_RULES.find((each) => each.id === id);
    expect([rule?.severity, ...Object.keys(rule?.otherSeverities ?? {})], id).toContain(severity);
  }
  return findings;
}

/** A code change, so that rules about candidates without one report nothing. */
export const WORK: Change = { 'src/work.c': ['-old', '+new'] };

/** Other candidates, each with a code change and the given changes. */
export function othersWith(...changes: Change[]): Pick<CandidateEvidence, 'others'> {
  return { others: changes.map((change) => evidenceOf({ ...WORK, ...change })) };
}

type ReportedCase = readonly [what: string, change: Change, alarms: readonly string[], more?: Partial<CandidateEvidence>];
type AcceptedCase = readonly [what: string, change: Change, more?: Partial<CandidateEvidence>];

/** One test per case: the change, with a code change, has exactly these warnings and errors. */
export function reports(cases: readonly ReportedCase[]): void {
  for (const [what, change, expected, more] of cases) {
    defineTest(`reports ${what}`, () => {
      expect(alarms(evidenceOf({ ...WORK, ...change }, more))).toEqual(expected);
    });
  }
}

/** One test per case: the change, with a code change, has no warning or error. */
export function accepts(cases: readonly AcceptedCase[]): void {
  for (const [what, change, more] of cases) {
    defineTest(`accepts ${what}`, () => {
      expect(alarms(evidenceOf({ ...WORK, ...change }, more))).toEqual([]);
    });
  }
}
