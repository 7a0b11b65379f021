// Runs inside the user's test process, before its program. It adds the arguments that make jest and vitest, and the variable
// that makes Playwright, write a JSON report, and removes Hydra's own variables, so that the tests do not see them.
(() => {
  const folder = process.env.HYDRA_REPORTS;
  if (folder === undefined || folder === '') return;
  const program = (process.argv[1] ?? '').replaceAll('\\', '/');
  const isJest = /\/(?:jest|jest-cli)\/bin\/jest\.js$|\/\.bin\/jest$/.test(program);
  const isVitest = /\/vitest\/(?:vitest\.mjs|dist\/cli\.js)$|\/\.bin\/vitest$/.test(program);
  const isPlaywright = /\/(?:@playwright\/test|playwright)\/cli\.js$|\/\.bin\/playwright$/.test(program);
  // Package managers pass the request on to the runner. Everything else is the runner itself or code of the project, which
  // must get the user's environment, and so must its child processes: another runner is not part of this run.
  const name = program.slice(program.lastIndexOf('/') + 1).replace(/\.[cm]?js$/, '');
  const launchers =
    'npm npm-cli npx npx-cli pnpm pnpx yarn yarnpkg corepack turbo nx lerna cross-env cross-env-shell npm-run-all run-s run-p concurrently c8 nyc react-scripts';
  const isLauncher = launchers.split(' ').includes(name) || /\/\.yarn\/releases\//.test(program);
  if (isLauncher) return leaveOutOfCoverage();
  const { jest: jestCoverage, vitest: vitestCoverage } = coverageOptions();
  restoreEnvironment();
  if (isPlaywright) addPlaywrightReporter();
  if (!isJest && !isVitest) return;

  const given = process.argv.slice(2);
  const has = (...options: string[]) =>
    options.some((option) => given.some((argument) => argument === option || argument.startsWith(`${option}=`)));
  const add = (...options: string[]) => {
    // Arguments after `--` are not options.
    const end = process.argv.indexOf('--', 2);
    process.argv.splice(end === -1 ? process.argv.length : end, 0, ...options);
  };
  if (isJest && !has('--json', '--outputFile', '--listTests', '--watch', '--watchAll', '--showConfig')) {
    add('--json', `--outputFile=${folder}/jest-${process.pid}.json`, ...jestCoverage);
    // Jest reads its arguments at startup. Tests in this process must see those of the user.
    setImmediate(() => {
      process.argv.splice(2, process.argv.length, ...given);
    });
  }
  if (isVitest && !has('--outputFile', '--outputFile.json') && !['list', 'init', 'bench'].includes(given[0] ?? '')) {
    add(...(has('--reporter') ? [] : ['--reporter=default']), '--reporter=json');
    add(`--outputFile.json=${folder}/vitest-${process.pid}.json`, ...vitestCoverage);
  }

  /** The reporter removes both variables when it is loaded. */
  function addPlaywrightReporter() {
    if (process.argv[2] !== 'test' || process.env.PW_TEST_REPORTER !== undefined) return;
    process.env.HYDRA_REPORTS = folder;
    process.env.PW_TEST_REPORTER = `${__dirname}/../../playwright/hooks/playwright-reporter.mjs`;
  }

  function restoreEnvironment() {
    const nodeOptions = process.env.HYDRA_NODE_OPTIONS ?? '';
    if (nodeOptions === '') delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = nodeOptions;
    delete process.env.HYDRA_NODE_OPTIONS;
    delete process.env.HYDRA_REPORTS;
    for (const name of ['HYDRA_COVERAGE', 'HYDRA_COVERAGE_PATHS', 'HYDRA_COVERAGE_ROOT']) delete process.env[name];
  }
})();

/** A program that a launcher runs is not the project's. */
function leaveOutOfCoverage() {
  if (process.env.HYDRA_COVERAGE !== undefined) require('node:v8').stopCoverage?.();
}

/** Options for a report on the changed files; none without a coverage request. */
function coverageOptions() {
  const { HYDRA_COVERAGE: folder, HYDRA_COVERAGE_PATHS: paths = '' } = process.env;
  if (folder === undefined) return { jest: [], vitest: [] };
  const changed = paths.split('\n').filter((path) => /\.[cm]?[jt]sx?$/.test(path));
  return {
    jest: [
      ...['--coverage', '--coverageReporters=lcovonly', `--coverageDirectory=${folder}/jest-${process.pid}`],
      ...changed.map((path) => `--collectCoverageFrom=${path}`),
    ],
    vitest: [
      ...[
        '--coverage.enabled=true',
        '--coverage.reporter=lcovonly',
        `--coverage.reportsDirectory=${folder}/vitest-${process.pid}`,
      ],
      ...changed.map((path) => `--coverage.include=${path}`),
    ],
  };
}
