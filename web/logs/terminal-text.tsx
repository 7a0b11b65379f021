// A few lines of output in the colors of the terminal. A log of any length is in log-view.tsx.
import { ColoredText } from '../components/colored-text.tsx';
import { splitIntoRuns } from '../format/text-runs.ts';
import { PLAIN_STYLE, parseAnsi } from './ansi.ts';
import './log-view.css';

export function TerminalText({ text }: { text: string }) {
  let style = PLAIN_STYLE;
  return (
    <bdi className="terminal-text">
      {text.split('\n').map((raw, index) => {
        const line = parseAnsi(raw.replace(/\r$/, ''), style);
        style = line.style;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text have no other key.
          <span key={index}>
            <ColoredText runs={splitIntoRuns(line.text, 0, line.text.length, line.spans)} />
            {'\n'}
          </span>
        );
      })}
    </bdi>
  );
}
