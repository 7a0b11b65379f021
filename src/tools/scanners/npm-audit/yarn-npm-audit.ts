// `yarn npm audit --json` of yarn 4: one document per advisory, nothing when there is none.
import type { Advisory } from '../../../contract/index.ts';
import type { JsonLinesParser } from '../../../parse/parser.ts';
import type { SecuritySection } from '../../../parse/section.ts';
import { member, textMember } from '../../../parse/shared/json-access.ts';
import { advisorySeverity, distinctAdvisories, idInUrl } from '../shared/advisories.ts';

export const yarnNpmAudit: JsonLinesParser<SecuritySection> = {
  id: 'yarn-npm-audit',
  form: 'json-lines',
  commands: ['yarn'],
  accepts: (document) => textMember(document, 'children.Vulnerable Versions') !== null,
  open(results) {
    const run = results.beginRun({ hasFooter: true });
    return {
      document: (document) => run.advisory(toAdvisory(document)),
      end() {
        run.advisories = distinctAdvisories(run.advisories);
      },
    };
  },
};

function toAdvisory(document: unknown): Advisory {
  const title = textMember(document, 'children.Issue') ?? '';
  return {
    id: idInUrl(textMember(document, 'children.URL') ?? '') ?? `npm:${member(document, 'children.ID') ?? title}`,
    package: textMember(document, 'value'),
    version: textMember(document, 'children.Tree Versions.0'),
    severity: advisorySeverity(member(document, 'children.Severity')),
    title,
  };
}
