// The preview of a merge: target, checks of the merged tree, blocking problems and changed files.
import type { MergeResponseBody } from '../../src/contract/index.ts';
import { MessageText } from '../components/message-text.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { countText } from '../format/numbers.ts';
import { pageAdvice } from '../format/page-advice.ts';
import { linkToRanking } from '../route.ts';

const MAX_FILES_SHOWN = 200;

/** `refusals` are those that a reason cannot override. */
export function MergePlan({ plan, refusals }: { plan: MergeResponseBody; refusals: MergeResponseBody['refusals'] }) {
  const { target, files } = plan;
  return (
    <>
      <p>
        Target:{' '}
        <strong>
          <SafeText text={target.branch} />
        </strong>
        {target.from !== null && (
          <>
            , now at <code>{target.from.slice(0, 10)}</code>
          </>
        )}
        , {target.is_checked_out ? 'checked out in this repository' : 'not checked out, so your working tree does not change'}.
      </p>
      <CheckResult plan={plan} />
      {refusals.length > 0 && (
        <section aria-labelledby="refusals">
          <h2 id="refusals">Blocking problems</h2>
          <ul className="refusals">
            {refusals.map(({ code, message, next }) => (
              <li key={code + message}>
                <p>
                  <MessageText text={message} />
                </p>
                <p className="muted">
                  <MessageText text={pageAdvice({ code, next })} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="merge-files">
        <h2 id="merge-files">{countText(files.length, 'changed file')}</h2>
        <ul className="merge-files">
          {files.slice(0, MAX_FILES_SHOWN).map(({ path, added, removed }) => (
            <li key={path}>
              <SafeText text={path} /> <span className="number added">+{added}</span>{' '}
              <span className="number removed">−{removed}</span>
            </li>
          ))}
          {files.length > MAX_FILES_SHOWN && <li className="muted">and {files.length - MAX_FILES_SHOWN} more</li>}
        </ul>
      </section>
    </>
  );
}

function CheckResult({ plan: { has_moved: hasMoved, check, target } }: { plan: MergeResponseBody }) {
  if (!hasMoved) return <p className="muted">The target has not moved, so the result is the tree that was scored.</p>;
  const moved = (
    <>
      <SafeText text={target.branch} /> has moved since the candidates were scored.
    </>
  );
  if (check === null) return <p className="note">{moved} The merged tree was not checked.</p>;
  const run = (
    <a href={linkToRanking(check.run_id)}>
      <SafeText text={check.run_id} />
    </a>
  );
  if (check.failed_gates.length === 0)
    return (
      <p className="note good-note">
        {moved} The merged tree passes every gate ({run}).
      </p>
    );
  return (
    <div className="note bad-note">
      {moved} The merged tree fails ({run}):
      <ul>
        {check.failed_gates.map((reason) => (
          <li key={reason}>
            <SafeText text={reason} />
          </li>
        ))}
      </ul>
    </div>
  );
}
