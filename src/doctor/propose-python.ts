// Proposals for a Python project: pytest or unittest, with workarounds for a pytest that cannot load its configuration.
import { isInstalled } from './installed-tools.ts';
import { distinct, type FailedAttempt, NO_SETUP, type ProjectProposals, type Proposal, type SetupProposal } from './proposal.ts';
import type { TopFolder } from './top-folder.ts';

const SETTINGS_FILES = ['pyproject.toml', 'setup.cfg', 'setup.py', 'tox.ini', 'pytest.ini', 'noxfile.py', 'Pipfile'];
const REQUIREMENTS = /^(?:requirements|test-requirements|dev-requirements)[\w.-]*\.txt$/;

export function proposePython(top: TopFolder): ProjectProposals {
  const settings = SETTINGS_FILES.map(top.read).join('\n');
  const marker = top.find(/^(?:pyproject\.toml|setup\.py|setup\.cfg|requirements\.txt|tox\.ini)$/) ?? 'pyproject.toml';
  return {
    profile: 'python',
    because: `${marker} is at the top of the repository`,
    ...setupsOf(top, settings),
    checks: { build: [], test: proposeTest(top, settings), lint: proposeLint(top, settings) },
    notes: ['uv', 'poetry']
      .filter((tool) => top.names.includes(`${tool}.lock`) && !isInstalled(tool))
      .map((tool) => `${tool}.lock is here, but ${tool} is not installed; the lockfile is not used.`),
  };
}

function setupsOf(top: TopFolder, settings: string): Pick<ProjectProposals, 'withoutInstall' | 'installs'> {
  const own = (command: string, because: string): SetupProposal => ({ setup: command, link: [], command, because });
  const environment: SetupProposal = {
    setup: null,
    link: ['.venv'],
    command: null,
    because: 'the virtual environment .venv of the working tree is linked into every checkout',
  };
  const withoutInstall = [...(top.has('.venv/bin/python') ? [environment] : []), NO_SETUP];
  const locked: SetupProposal[] = [
    ...(top.names.includes('uv.lock') && isInstalled('uv')
      ? [{ ...own('uv sync --frozen', 'uv.lock is here'), setup: 'auto' }]
      : []),
    ...(top.names.includes('poetry.lock') && isInstalled('poetry')
      ? [{ ...own('poetry install', 'poetry.lock is here'), setup: 'auto' }]
      : []),
  ];
  return locked.length > 0
    ? { withoutInstall: [], installs: [...locked, ...pipInstalls(top, settings)] }
    : { withoutInstall, installs: pipInstalls(top, settings) };
}

/** A virtual environment in the checkout with the dependencies of the project and its tests. */
function pipInstalls(top: TopFolder, settings: string): SetupProposal[] {
  const files = [
    ...top.names.filter((name) => REQUIREMENTS.test(name)),
    ...['requirements', 'tests', 'test'].flatMap((folder) =>
      top
        .list(folder)
        .filter((name) => /^(?:(?:test-|dev-)?requirements|tests?|dev)[\w.-]*\.txt$/.test(name))
        .map((name) => `${folder}/${name}`),
    ),
  ].filter((path) => /^[\w./-]+$/.test(path));
  const extras = TEST_GROUPS.filter((name) => hasExtra(settings, name));
  const isPackage = top.names.includes('setup.py') || /^\[(?:build-system|project)\]/m.test(top.read('pyproject.toml'));
  const project = isPackage ? [`-e '.${extras.length === 0 ? '' : `[${extras.join(',')}]`}'`] : [];
  const groups = TEST_GROUPS.flatMap((name) => dependencyGroup(top.read('pyproject.toml'), name));
  const needsPytest = settings.includes('pytest') && !groups.some((requirement) => /^"pytest\b(?!-)/.test(requirement));
  const words = [...new Set([...project, ...files.map((file) => `-r ${file}`), ...groups, ...(needsPytest ? ['pytest'] : [])])];
  if (words.length === 0) return [];
  const command = `python3 -m venv --system-site-packages .venv && .venv/bin/python -m pip install --quiet ${words.join(' ')}`;
  const because = isPackage ? 'the project is installed with what its tests declare' : `${files[0] ?? 'pytest'} is installed`;
  return [{ setup: command, link: [], command, because }];
}

const TEST_GROUPS = ['test', 'tests', 'testing', 'dev'];

/** `test = [` below `[project.optional-dependencies]`. */
function hasExtra(settings: string, name: string): boolean {
  return new RegExp(`^["']?${name}["']?\\s*=`, 'm').test(tableOf(settings, 'project.optional-dependencies'));
}

/** The requirements of one of `[dependency-groups]`, quoted for a shell: not every pip has `--group`. */
function dependencyGroup(pyproject: string, name: string): string[] {
  const list = new RegExp(`^["']?${name}["']?\\s*=\\s*\\[([^[\\]]*(?:\\[[^\\]]*\\][^[\\]]*)*)\\]`, 'm').exec(
    tableOf(pyproject, 'dependency-groups'),
  )?.[1];
  const lines = (list ?? '').split('\n').map((line) => line.replace(/^\s*#.*$/, '').replace(/\{[^}]*\}/g, ''));
  const requirements = [...lines.join('\n').matchAll(/"([^"\n]+)"/g)].map(([, text = '']) => text);
  return requirements.filter((text) => /^[\w.\-[\]<>=!~,; '()]+$/.test(text)).map((text) => `"${text}"`);
}

/** The lines below a header of a TOML file, up to the next header. */
function tableOf(text: string, header: string): string {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trim() === `[${header}]`);
  if (start === -1) return '';
  const length = lines.slice(start + 1).findIndex((line) => /^\[[^\]]/.test(line));
  return lines.slice(start + 1, length === -1 ? undefined : start + 1 + length).join('\n');
}

function proposeTest(top: TopFolder, settings: string): Proposal[] {
  const usesPytest = settings.includes('pytest') || top.names.includes('conftest.py') || top.has('tests/conftest.py');
  const source = importPath(top, settings);
  const pytest = (because: string) => withRepairs(`${source}${python()} -m pytest`, because);
  const discover = top.has('tests') && !top.has('tests/__init__.py') ? 'discover -v -s tests' : 'discover -v';
  const unittest = { command: `${source}${python()} -m unittest ${discover}`, because: 'Python has the test runner unittest' };
  return distinct([
    ...(usesPytest ? [pytest('the settings of the project name pytest')] : []),
    ...managed(top, settings),
    unittest,
    ...(usesPytest ? [] : [pytest('pytest also runs tests of unittest')]),
    ...(top.names.includes('tox.ini') && isInstalled('tox') ? [{ command: 'tox', because: 'tox.ini is here', isOwn: true }] : []),
    ...(top.names.includes('noxfile.py') && isInstalled('nox')
      ? [{ command: 'nox -s tests', because: 'noxfile.py is here', isOwn: true }]
      : []),
  ]);
}

function python(): string {
  return isInstalled('python3') || !isInstalled('python') ? 'python3' : 'python';
}

/**
 * `python -m pytest` does not find sources below src/: it would test an installed version of the package, if there is
 * one, instead of the checkout.
 */
function importPath(top: TopFolder, settings: string): string {
  const isSourceLayout = top.list('src').some((name) => top.has(`src/${name}/__init__.py`) || top.has(`src/${name}/py.typed`));
  return isSourceLayout && !/^\s*pythonpath\s*=/m.test(settings) ? 'PYTHONPATH=src ' : '';
}

function managed(top: TopFolder, settings: string): Proposal[] {
  const proposals: [boolean, string, string][] = [
    [top.names.includes('uv.lock') || settings.includes('[tool.uv'), 'uv', 'uv run --frozen python -m pytest'],
    [settings.includes('[tool.poetry'), 'poetry', 'poetry run python -m pytest'],
    [settings.includes('[tool.hatch'), 'hatch', 'hatch test'],
    [settings.includes('[tool.pdm'), 'pdm', 'pdm run python -m pytest'],
    [top.names.includes('Pipfile'), 'pipenv', 'pipenv run python -m pytest'],
  ];
  return proposals
    .filter(([isConfigured, tool]) => isConfigured && isInstalled(tool))
    .map(([, tool, command]) => withRepairs(command, `the project is set up for ${tool}`));
}

/** pytest's own exit codes. */
const USAGE_ERROR = 4;
const INTERRUPTED_BY_ERRORS = 2;

function withRepairs(command: string, because: string): Proposal {
  return { command, because, repair: (failure) => repairs(command, because, failure) };
}

function repairs(command: string, because: string, { exitCode, output }: FailedAttempt): Proposal[] {
  if (exitCode === INTERRUPTED_BY_ERRORS && /error(?:s)? during collection/.test(output)) {
    const why = `${because}; files that cannot be loaded count as failed`;
    return [{ command: `${command} --continue-on-collection-errors`, because: why }];
  }
  const cannotLoad =
    exitCode === USAGE_ERROR || /\b(?:INTERNALERROR|UsageError|PytestConfigWarning|while parsing the following)\b/.test(output);
  if (!cannotLoad || /No module named pytest/.test(output)) return [];
  const resets: [string, RegExp][] = [
    ['addopts', /unrecognized arguments|addopts|Unknown config|no such option|expected one argument/],
    ['filterwarnings', /filterwarnings|while parsing the following warning|warning configuration/],
    ['required_plugins', /required plugins?/i],
  ];
  const named = resets.filter(([, sign]) => sign.test(output)).map(([key]) => key);
  const sets = named.length === 0 ? [] : [named];
  const all = resets.map(([key]) => key);
  return [...sets, ...(named.length === all.length ? [] : [all])].map((keys) =>
    withoutCollectionErrors(
      `${command} ${keys.map((key) => `-o ${key}=""`).join(' ')}`,
      `${because}; without ${keys.join(', ')}, which pytest cannot load here`,
    ),
  );
}

/** A corrected command may still fail on test files that cannot be loaded. */
function withoutCollectionErrors(command: string, because: string): Proposal {
  return {
    command,
    because,
    repair: (failure) => (failure.exitCode === INTERRUPTED_BY_ERRORS ? repairs(command, because, failure) : []),
  };
}

function proposeLint(top: TopFolder, settings: string): Proposal[] {
  const commands: readonly [string, string][] = [
    ['ruff', 'ruff check .'],
    ['flake8', 'flake8'],
    ['pylint', 'pylint --recursive=y .'],
  ];
  const hooks = top.read('.pre-commit-config.yaml');
  return commands
    .filter(
      ([tool]) =>
        new RegExp(`\\b${tool}\\b(?!-)`).test(settings) ||
        new RegExp(`\\b${tool}\\b(?!-)`).test(hooks) ||
        top.names.some((name) => name === `.${tool}` || name === `${tool}.toml` || name === `.${tool}rc`),
    )
    .map(([tool, command]) => ({ command, because: `the settings of the project name ${tool}` }));
}
