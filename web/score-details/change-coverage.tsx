// Coverage of the change: how many changed lines the tests execute, and where those are that no test executes.
import { type ChangeCoverage, coverageText, fileCoverageText } from '../../src/contract/index.ts';
import { EvidenceList } from '../components/evidence-list.tsx';
import { FileLink } from '../components/file-link.tsx';

interface ChangeCoverageProps {
  run: string;
  candidate: string;
  /** Undefined where it was not measured. */
  coverage: ChangeCoverage | undefined;
}

/** With a heading of its own; nothing where nothing is known. */
export function ChangeCoverageSection(props: ChangeCoverageProps) {
  if (props.coverage === undefined) return null;
  return (
    <section aria-labelledby="change-coverage">
      <h2 id="change-coverage">Coverage of the change</h2>
      <ChangeCoverageEvidence {...props} />
    </section>
  );
}

export function ChangeCoverageEvidence({ run, candidate, coverage }: ChangeCoverageProps) {
  if (coverage === undefined)
    return <p className="muted">No coverage data: it is unknown which changed lines the tests execute.</p>;
  const text = coverageText(coverage);
  if (text === null) return <p className="muted">No executable line is changed.</p>;
  return (
    <>
      <p>{`${text.charAt(0).toUpperCase()}${text.slice(1)}.`}</p>
      <EvidenceList
        title="Files"
        tone="quiet"
        items={coverage.files}
        show={(file) => (
          <>
            <FileLink run={run} candidate={candidate} place={{ path: file.path, start_line: null, end_line: null }} />{' '}
            <span className="muted">{fileCoverageText(file)}</span>
          </>
        )}
      />
    </>
  );
}
