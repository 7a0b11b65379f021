// A few lines of a diff, in place.
import type { PatchLine } from '../../src/patch/index.ts';
import { visibleLine } from '../format/visible-line.ts';
import './excerpt-lines.css';

const MARKS = { added: '+', removed: '-', context: ' ' };
/** A longer line is cut: the whole line is in the diff. */
const MAX_LENGTH = 160;

export function ExcerptLines({ lines }: { lines: readonly PatchLine[] }) {
  const texts = withoutCommonIndent(lines.map(({ text }) => text.replace(/\r$/, '')));
  return (
    <pre className="excerpt">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order.
        <span key={index} className={line.kind}>
          {`${MARKS[line.kind]} `}
          <bdi>{shortLine(texts[index] ?? '')}</bdi>
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

function withoutCommonIndent(texts: readonly string[]): string[] {
  const indents = texts.filter((text) => text.trim() !== '').map((text) => text.length - text.trimStart().length);
  const common = indents.length === 0 ? 0 : Math.min(...indents);
  return texts.map((text) => text.slice(common));
}

function shortLine(text: string): string {
  const line = visibleLine(text);
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
