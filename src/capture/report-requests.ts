// Where the files are that report requests load into the user's processes.
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ReportRequest, requestReports as requestFrom } from '../tools/index.ts';

/** Relative to the folder above, because the command line is bundled. */
const RUNNERS_FOLDER = new URL('../tools/runners/', import.meta.url);
/** Commands in a sandbox must be able to read it. */
export const HOOK_FOLDER = fileURLToPath(RUNNERS_FOLDER);

/** The variables to set: none if no runner would read them. */
export function requestReports(request: Pick<ReportRequest, 'scripts' | 'folder' | 'env'>): Record<string, string> {
  const hookUrl = (path: string) => new URL(path, RUNNERS_FOLDER).href;
  return requestFrom({ ...request, delimiter, hookUrl, hookPath: (path) => fileURLToPath(hookUrl(path)) });
}
