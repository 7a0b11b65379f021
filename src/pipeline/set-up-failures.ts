// Why a tree was not measured: its set-up failed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkId, SETUP_CHECK } from '../contract/index.ts';
import type { SubjectReading } from '../judge/index.ts';
import { captureFolder, type RunFolder, readStored, type Subject } from '../store/index.ts';

export function whyNotCaptured(run: RunFolder, subject: Subject): SubjectReading['notCaptured'] {
  const why = setupFailure(run, subject, SETUP_CHECK);
  return why === null ? { state: 'not_configured' } : { state: 'broken', why };
}

export function setupFailures(run: RunFolder, subject: Subject): Pick<SubjectReading, 'independentSetup' | 'metricSetup'> {
  const independent = setupFailure(run, subject, preparing('independent'));
  const metrics = setupFailure(run, subject, preparing('metrics'));
  return {
    ...(independent === null ? {} : { independentSetup: independent }),
    ...(metrics === null ? {} : { metricSetup: metrics }),
  };
}

function preparing(of: 'independent' | 'metrics'): string {
  return checkId({ check: 'step', of, step: SETUP_CHECK });
}

/** Null if the set-up did not run, or succeeded. */
function setupFailure(run: RunFolder, subject: Subject, check: string): string | null {
  const setup = join(captureFolder(run, subject, check), 'capture.json');
  if (!existsSync(setup)) return null;
  const { ended, exit_code, command } = readStored('capture', setup);
  if (ended === 'exited' && exit_code === 0) return null;
  const how = ended === 'exited' ? `with exit code ${exit_code}` : `(${ended.replace('_', ' ')})`;
  return `the set-up \`${command}\` failed ${how}`;
}
