// Requests the report of Hydra's own reporter.
import type { Report, ReportRequest } from '../../tool.ts';
import { loadHook, NODE_PROGRAMS } from '../shared/node-report.ts';
import { quote } from '../shared/quote.ts';

export const report: Report = {
  format: 'node',
  covers: ['node-test', 'tap'],
  request: [
    loadHook,
    {
      startedBy: NODE_PROGRAMS,
      variables: (request) => ({ NODE_OPTIONS: `${request.env.NODE_OPTIONS ?? ''} ${reporters(request)}`.trim() }),
    },
  ],
};

/** Node's own runner reads reporters from the environment, but fails if the command gives one without a destination. */
function reporters({ scripts, folder, hookUrl }: ReportRequest): string {
  const text = scripts.join('\n');
  const isRun = /\bnode\b[^&|;\n]*\s--test(?=\s|$)/m.test(text);
  const leadsElsewhere = /\b(?:turbo|nx|lerna|make)\b/.test(text);
  const isSeveral = /\s(?:-ws|--workspaces|-r|--recursive|workspaces)\b/.test(text);
  if (!isRun || text.includes('--test-reporter') || leadsElsewhere || isSeveral) return '';
  const toStdout = (reporter: string) => [`--test-reporter=${quote(reporter)}`, '--test-reporter-destination=stdout'];
  // The second prints nothing: it writes its report to the folder.
  const report = `${hookUrl('node-test/hooks/node-test-reporter.mjs')}?folder=${encodeURIComponent(folder)}`;
  return [...toStdout(hookUrl('node-test/hooks/node-test-console.mjs')), ...toStdout(report)].join(' ');
}
