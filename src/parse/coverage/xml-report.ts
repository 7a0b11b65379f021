// Cobertura (coverage.py, .NET, Rust, PHP and others) and JaCoCo (Java, Kotlin), distinguished by the root element.
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type CoverageLines, UnreadableCoverage } from './shared/lines.ts';

type Attributes = Readonly<Record<string, string>>;

interface ReportReader {
  start(name: string, attributes: Attributes): void;
  text(value: string): void;
}

/** Entities that the document defines are not expanded: saxes reports them as errors. */
export function readXmlReport(text: string, lines: CoverageLines): void {
  const parser = new SaxesParser();
  let reader: ReportReader | null = null;
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    reader ??= openReader(name, lines);
    reader.start(name, attributes);
  });
  parser.on('text', (value) => reader?.text(value));
  parser.on('error', (error) => {
    throw new UnreadableCoverage(error.message);
  });
  parser.write(text).close();
}

function openReader(root: string, lines: CoverageLines): ReportReader {
  if (root === 'coverage') return cobertura(lines);
  if (root === 'report') return jacoco(lines);
  throw new UnreadableCoverage(`the root element is <${root.slice(0, 40)}>`);
}

function cobertura(lines: CoverageLines): ReportReader {
  const sources: string[] = [];
  let [isSource, path] = [false, ''];
  return {
    start(name, { filename = '', number = '', hits = '' }) {
      isSource = name === 'source';
      if (isSource) sources.push('');
      if (name === 'class') {
        path = inSource(sources, filename);
        lines.file(path);
      }
      if (name === 'line' && number !== '') lines.mark(path, Number(number), Number(number), Number(hits) > 0);
    },
    text(value) {
      if (isSource) sources[sources.length - 1] += value;
    },
  };
}

/** With several source folders only the end of the path is known. */
function inSource(sources: readonly string[], path: string): string {
  const folder = sources.length === 1 ? (sources[0] ?? '').trim().replace(/\/$/, '') : '';
  const isAbsolute = /^(?:\/|[A-Za-z]:[\\/])/.test(path);
  return folder === '' || isAbsolute ? path : `${folder}/${path}`;
}

/** `ci`: covered instructions of the line. */
function jacoco(lines: CoverageLines): ReportReader {
  let [folder, path] = ['', ''];
  return {
    start(tag, { name = '', nr = '', ci = '' }) {
      if (tag === 'package') folder = name;
      if (tag === 'sourcefile') {
        path = folder === '' ? name : `${folder}/${name}`;
        lines.file(path);
      }
      if (tag === 'line' && nr !== '') lines.mark(path, Number(nr), Number(nr), Number(ci) > 0);
    },
    text() {},
  };
}
