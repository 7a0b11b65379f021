// Evidence about a candidate in a few words. A patch is what git would print between the headers:
// lines with their marks, by path.

import type { IntegrityFinding } from '../src/contract/index.ts';
import { type CandidateEvidence, findIntegrity, parsePatch } from '../src/integrity/index.ts';

/** Path to marked lines; `new:` in front of a path makes the file a new one. */
export type Change = Readonly<Record<string, readonly string[]>>;

export function evidenceOf(change: Change, more: Partial<CandidateEvidence> = {}): CandidateEvidence {
  return {
    name: 'candidate',
    patch: parsePatch(Object.entries(change).map(patchText).join('')),
    diff: { files: [] } as unknown as CandidateEvidence['diff'],
    captures: [],
    baselineCaptures: [],
    tests: [],
    contested: new Set(),
    newTests: [],
    passesOnlyUnpinned: false,
    executed: null,
    canary: null,
    credentials: [],
    lint: null,
    testLiterals: new Map(),
    others: [],
    lostByAll: new Set(),
    ...more,
  };
}

function patchText([name, lines]: readonly [string, readonly string[]]): string {
  const path = name.replace(/^(?:new|link):/, '');
  const mode = name.startsWith('link:') ? 'new file mode 120000\n' : name === path ? '' : 'new file mode 100644\n';
  return `diff --git a/${path} b/${path}\n${mode}@@ -1 +1 @@\n${lines.join('\n')}\n`;
}

/** "error tests_focused test/a.js", without what is only for information. */
export function alarms(evidence: CandidateEvidence): string[] {
  return findIntegrity(evidence)
    .filter(({ severity }) => severity !== 'info')
    .map(spelled);
}

export function spelled({ severity, id, place }: IntegrityFinding): string {
  return place === null ? `${severity} ${id}` : `${severity} ${id} ${place.path}`;
}
