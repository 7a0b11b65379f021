// The output of an agent while it works. It opens at its end and follows it, unless the reader scrolls up.
import { useLayoutEffect, useRef } from 'react';
import { TerminalText } from '../logs/terminal-text.tsx';

/** At this distance from the end, in pixels, the log counts as scrolled to it. */
const END_TOLERANCE = 8;

export function AgentLog({ output }: { output: readonly string[] }) {
  const list = useRef<HTMLOListElement>(null);
  const follows = useRef(true);
  const showEnd = () => {
    if (list.current !== null && follows.current) list.current.scrollTop = list.current.scrollHeight;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: new output moves the end.
  useLayoutEffect(showEnd, [output]);
  return (
    <details
      className="agent-log"
      onToggle={() => {
        follows.current = true;
        showEnd();
      }}
    >
      <summary>
        <span className="visually-hidden">Output: </span>
        <span className="last-message">
          <TerminalText text={output.at(-1) ?? ''} />
        </span>
      </summary>
      <ol
        ref={list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        aria-label="Agent output"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          follows.current = scrollHeight - scrollTop - clientHeight < END_TOLERANCE;
        }}
      >
        {output.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
          <li key={index}>
            <TerminalText text={line} />
          </li>
        ))}
      </ol>
    </details>
  );
}
