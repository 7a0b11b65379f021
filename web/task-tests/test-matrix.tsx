// A table of the tests about the task with their results on the base and on each candidate.
import { Fragment, memo, useId, useState } from 'react';
import type { TestOutcome } from '../../src/contract/index.ts';
import { failureOf, outcomeOf } from '../../src/text/index.ts';
import { Badge } from '../components/badge.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { countText } from '../format/numbers.ts';
import { splitTestId } from '../format/test-name.ts';
import { type RunLogs, testLogLink } from '../logs/test-log-link.ts';
import { FailureMessage } from './failure-message.tsx';
import { type MatrixGroup, type MatrixRow, OUTCOME_LABELS } from './matrix-groups.ts';
import { TestTitle } from './test-title.tsx';
import './test-matrix.css';

interface TestMatrixProps {
  groups: readonly MatrixGroup[];
  /** In ranking order. */
  names: readonly string[];
  logs: RunLogs;
}

/** With hundreds of rows, a weight slider must not render the table again unless the order changes. */
export const TestMatrix = memo(Matrix, (before, after) => {
  const sameOrder = before.names.join('\n') === after.names.join('\n');
  return sameOrder && before.groups === after.groups && before.logs.captures === after.logs.captures;
});

function Matrix({ groups, names, logs }: TestMatrixProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="matrix-scroll" aria-label="Test results by candidate" tabIndex={0}>
      <table className="matrix">
        <caption className="visually-hidden">Results of the tests about the task, by candidate</caption>
        <thead>
          <tr>
            <th scope="col">test</th>
            <th scope="col">base</th>
            {names.map((name) => (
              <th scope="col" key={name}>
                <SafeText text={name} />
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <Group key={group.check} group={group} names={names} logs={logs} />
        ))}
      </table>
    </section>
  );
}

/** Explains the cells of the table. */
export function MatrixLegend() {
  return (
    <p className="muted small">
      <span className="screen-only">Select a failing result to see its message. </span>Cannot run: the test could not be loaded or
      compiled. Dash: not run.
    </p>
  );
}

const MAX_ROWS_AT_FIRST = 100;

function Group({ group: { title, check, rows }, names, logs }: { group: MatrixGroup; names: readonly string[]; logs: RunLogs }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? rows : rows.slice(0, MAX_ROWS_AT_FIRST);
  const columns = names.length + 2;
  return (
    <tbody>
      <tr className="group">
        <th scope="rowgroup" colSpan={columns}>
          <span>
            <SafeText text={title} />
          </span>
        </th>
      </tr>
      {shown.map((row, index) => (
        <Fragment key={row.id}>
          {row.path !== null && row.path !== shown[index - 1]?.path && <PathRow path={row.path} columns={columns} />}
          <Row row={row} names={names} check={check} logs={logs} />
        </Fragment>
      ))}
      {shown.length < rows.length && (
        <tr>
          <td colSpan={columns}>
            <button type="button" className="quiet" onClick={() => setShowsAll(true)}>
              Show all {countText(rows.length, 'test')}
            </button>
          </td>
        </tr>
      )}
    </tbody>
  );
}

function PathRow({ path, columns }: { path: string; columns: number }) {
  return (
    <tr className="path">
      <td colSpan={columns}>
        <span>
          <SafeText text={path} />
        </span>
      </td>
    </tr>
  );
}

interface RowProps {
  row: MatrixRow;
  names: readonly string[];
  check: string;
  logs: RunLogs;
}

function Row({ row, names, check, logs }: RowProps) {
  const [open, setOpen] = useState<string | null>(null);
  const failureId = useId();
  const failure = open === null ? null : failureOf(row, open);
  const firstFailing = names.find((name) => failureOf(row, name) !== null);
  return (
    <>
      <tr>
        <th scope="row">
          <RowTitle row={row} />
        </th>
        <td className="on-base">
          <Outcome outcome={row.base} />
        </td>
        {names.map((name) => (
          <td key={name} data-candidate={name}>
            {failureOf(row, name) === null ? (
              <Outcome outcome={outcomeOf(row, name)} />
            ) : (
              <button
                type="button"
                {...(name === firstFailing ? { 'data-row': true } : {})}
                aria-expanded={name === open}
                aria-controls={failureId}
                aria-label={`${outcomeLabel(outcomeOf(row, name))} on ${name}, show message`}
                onClick={() => setOpen(name === open ? null : name)}
              >
                <Outcome outcome={outcomeOf(row, name)} />
              </button>
            )}
          </td>
        ))}
      </tr>
      {open !== null && failure !== null && (
        <tr className="message" id={failureId}>
          <td colSpan={names.length + 2}>
            <FailureMessage candidate={open} text={failure} log={testLogLink(logs, open, check, row.id)} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Without the file, which has its own row. */
function RowTitle({ row: { id, path, isScored } }: { row: MatrixRow }) {
  const { location, name } = splitTestId(id);
  const suites = path !== null && location.startsWith(path) ? location.slice(path.length).replace(/^(?: > |::)/, '') : location;
  return (
    <>
      <TestTitle name={name} location={suites} /> {!isScored && <Badge tone="quiet">not scored</Badge>}
    </>
  );
}

function outcomeLabel(outcome: TestOutcome | null): string {
  return outcome === null ? 'not run' : OUTCOME_LABELS[outcome];
}

const OUTCOME_ICONS: Partial<Record<TestOutcome, string>> = { pass: '✓ ', fail: '✗ ' };

function Outcome({ outcome }: { outcome: TestOutcome | null }) {
  if (outcome === null)
    return (
      <span className="outcome" title="not run">
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">not run</span>
      </span>
    );
  return (
    <span className={`outcome ${outcome}`}>
      <span aria-hidden="true">{OUTCOME_ICONS[outcome]}</span>
      {OUTCOME_LABELS[outcome]}
    </span>
  );
}
