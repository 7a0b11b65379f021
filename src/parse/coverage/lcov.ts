// LCOV: `SF:path`, then `DA:line,count` for every executable line. Written by most JavaScript tools, llvm-cov, gcov and others.
import { type CoverageLines, eachLine } from './shared/lines.ts';

export function readLcov(text: string, lines: CoverageLines): void {
  let path = '';
  eachLine(text, (line) => {
    if (line.startsWith('SF:')) {
      path = line.slice(3).trim();
      lines.file(path);
    } else if (line.startsWith('DA:')) {
      const [number = '', count = ''] = line.slice(3).split(',', 2);
      lines.mark(path, Number(number), Number(number), Number(count) > 0);
    } else if (line === 'end_of_record') path = '';
  });
}
