// Renders integrity findings and lint findings that the base does not have as SARIF 2.1.0.
// All candidates are in one run; the properties of a result name its candidate.
import {
  canonicalJson,
  type Facts,
  type IntegrityFinding,
  type LintFinding,
  type Scorecard,
  type Severity,
} from '../contract/index.ts';
import { visibleText } from '../text/index.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
const LEVELS: Record<Severity, 'note' | 'warning' | 'error'> = { info: 'note', warning: 'warning', error: 'error' };
const UNNAMED_RULE = 'lint/unnamed';

interface Result {
  candidate: string;
  kind: 'integrity' | 'lint';
  rule: string;
  level: 'note' | 'warning' | 'error';
  message: string;
  path: string | null;
  startLine: number | null;
  endLine: number | null;
  howToAllow: string | null;
}

export function renderSarif(scorecard: Scorecard, facts: Facts): string {
  const { run_id, engine_version, winner, verdict, rankings } = scorecard;
  const lint = new Map(facts.candidates.map((candidate) => [candidate.name, candidate.lint]));
  const results = rankings.flatMap(({ agent, findings }) => {
    const measured = lint.get(agent);
    const added = measured?.state === 'measured' ? measured.added : [];
    return [...findings.map((finding) => fromIntegrity(agent, finding)), ...added.map((finding) => fromLint(agent, finding))];
  });
  const rules = [...new Set(results.map(({ rule }) => rule))].sort();
  return canonicalJson({
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Hydra', version: engine_version, rules: rules.map(renderRule) } },
        automationDetails: { id: `hydra/${run_id}` },
        columnKind: 'utf16CodeUnits',
        results: results.map((result) => renderResult(result, rules.indexOf(result.rule))),
        properties: { runId: run_id, winner, verdict: verdict.class, leaders: verdict.leaders },
      },
    ],
  });
}

function fromIntegrity(candidate: string, { id, severity, message, place, how_to_allow }: IntegrityFinding): Result {
  return {
    ...{ candidate, kind: 'integrity', rule: `integrity/${id}`, level: LEVELS[severity], message },
    path: place?.path ?? null,
    startLine: place?.start_line ?? null,
    endLine: place?.end_line ?? null,
    howToAllow: how_to_allow,
  };
}

function fromLint(candidate: string, { rule, severity, message, path, line }: LintFinding): Result {
  const name = rule === null || rule === '' ? UNNAMED_RULE : `lint/${visibleText(rule)}`;
  return {
    ...{ candidate, kind: 'lint', rule: name, level: LEVELS[severity], message, path },
    ...{ startLine: line, endLine: null, howToAllow: null },
  };
}

function renderRule(id: string) {
  const words = id.startsWith('integrity/') ? id.slice('integrity/'.length).replaceAll('_', ' ') : `new finding of ${id}`;
  return { id, shortDescription: { text: messageText(words) } };
}

function renderResult(result: Result, ruleIndex: number) {
  const { candidate, kind, rule, level, message, path, howToAllow } = result;
  const name = visibleText(candidate);
  return {
    ruleId: rule,
    ruleIndex,
    level,
    // SARIF does not allow an empty text.
    message: { text: messageText(message === '' ? rule : message) },
    locations: [
      {
        // Also without a known file: some readers reject a result without a location.
        logicalLocations: [{ name, kind: 'candidate' }],
        ...(path === null || path === '' ? {} : { physicalLocation: placeOf(path, result) }),
      },
    ],
    properties: { candidate: name, kind, ...(howToAllow === null ? {} : { howToAllow: visibleText(howToAllow) }) },
  };
}

function placeOf(path: string, { startLine, endLine }: Result) {
  const region =
    startLine === null ? {} : { region: { startLine, ...(endLine === null || endLine < startLine ? {} : { endLine }) } };
  return { artifactLocation: artifactOf(path), ...region };
}

/** Relative to the tree; a tool may also report a file elsewhere. */
function artifactOf(path: string): { uri: string; uriBaseId?: string } {
  const uri = path
    .replace(/\p{Cs}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  return path.startsWith('/') ? { uri: `file:///${uri.replace(/^\/+/, '')}` } : { uri, uriBaseId: '%SRCROOT%' };
}

/** Escapes links `[text](target)` and placeholders `{0}`. */
function messageText(text: string): string {
  return visibleText(text)
    .replace(/\[(?=[^\]]*\]\()/g, '\\[')
    .replace(/\{(\d+)\}/g, '{{$1}}');
}
