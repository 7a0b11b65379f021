// The message of a failing test. It comes from a candidate, so it is shown as text only.
import { SafeText } from '../components/safe-text.tsx';
import { visibleLine } from '../format/visible-line.ts';

export function FailureText({ text }: { text: string }) {
  return (
    <pre className="failure-message" dir="ltr">
      {text.split('\n').map(visibleLine).join('\n')}
    </pre>
  );
}

interface FailureMessageProps {
  candidate: string;
  /** Null if the output of the runner does not say why. */
  text: string | null;
  /** The address of the test in the log; null when there is no log. */
  log: string | null;
}

export function FailureMessage({ candidate, text, log }: FailureMessageProps) {
  return (
    <div className="failure">
      <p className="small">
        <span className="muted">
          Failure on <SafeText text={candidate} />
        </span>
        {log !== null && (
          <>
            {', '}
            <a className="inline-link" href={log}>
              view log
            </a>
          </>
        )}
      </p>
      {text === null ? <p className="muted small">The runner printed no message for this test.</p> : <FailureText text={text} />}
    </div>
  );
}
