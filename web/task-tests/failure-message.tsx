// Web: what a runner printed about a failing test. It comes from a candidate: only ever text, line by line.
import { SafeText } from '../components/safe-text.tsx';
import { visibleLine } from '../format/visible-line.ts';

export function FailureMessage({ text }: { text: string }) {
  return (
    <pre className="failure-message" dir="ltr">
      {text.split('\n').map(visibleLine).join('\n')}
    </pre>
  );
}

interface FailureTextProps {
  candidate: string;
  text: string;
  /** The place in the log; null where there is none. */
  log: string | null;
}

export function FailureText({ candidate, text, log }: FailureTextProps) {
  return (
    <div className="failure">
      <p className="small">
        <span className="muted">
          Message with <SafeText text={candidate} />
        </span>
        {log !== null && (
          <>
            {', '}
            <a className="inline-link" href={log}>
              in its log
            </a>
          </>
        )}
      </p>
      <FailureMessage text={text} />
    </div>
  );
}
