// Searches the lines of a diff and steps through the matching lines.
import { useDeferredValue, useMemo, useState } from 'react';
import type { ShownFile } from '../lines/diff-lines.ts';
import type { ShownLine } from '../lines/shown-line.ts';

interface Match {
  file: ShownFile;
  line: ShownLine;
}

export function useDiffSearch(files: readonly ShownFile[], goTo: (file: ShownFile, line: ShownLine, offset: number) => void) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(-1);
  const deferred = useDeferredValue(query);
  const matches = useMemo(() => findMatches(files, deferred), [files, deferred]);
  const onStep = (step: 1 | -1) => {
    // Enter can arrive before the deferred search of the last letter.
    const known = deferred === query ? matches : findMatches(files, query);
    if (known.length === 0) return;
    const next = at === -1 && step === -1 ? known.length - 1 : (at + step + known.length) % known.length;
    const match = known[next];
    setAt(next);
    if (match !== undefined) goTo(match.file, match.line, match.line.text.toLowerCase().indexOf(query.toLowerCase()));
  };
  const onQuery = (text: string) => {
    setQuery(text);
    setAt(-1);
  };
  const count = matches.length.toLocaleString('en');
  const status = deferred === '' ? '' : at === -1 ? `${count} lines` : `${(at + 1).toLocaleString('en')} of ${count}`;
  return {
    box: { query, onQuery, status, onStep, isDisabled: matches.length === 0 },
    current: matches[at]?.line ?? null,
  };
}

function findMatches(files: readonly ShownFile[], query: string): Match[] {
  const needle = query.toLowerCase();
  if (needle === '') return [];
  return files.flatMap((file) =>
    file.hunks.flatMap(({ lines }) =>
      lines.filter(({ text }) => text.toLowerCase().includes(needle)).map((line) => ({ file, line })),
    ),
  );
}
