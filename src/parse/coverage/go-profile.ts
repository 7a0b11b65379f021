// The profile of `go test -coverprofile`: a mode line, then `file.go:10.20,12.2 statements count` for each block.
import { type CoverageLines, eachLine } from './shared/lines.ts';

const BLOCK = /^(.+):(\d+)\.(\d+),(\d+)\.(\d+) (\d+) (\d+)$/;

export function readGoProfile(text: string, lines: CoverageLines): void {
  eachLine(text, (line) => {
    const [, path = '', from, , to, endColumn, , count] = BLOCK.exec(line) ?? [];
    if (path === '') return;
    // A block that ends before the first character of a line contains nothing of it.
    const last = Number(to) - (Number(endColumn) <= 1 && Number(to) > Number(from) ? 1 : 0);
    lines.mark(path, Number(from), last, Number(count) > 0);
  });
}
