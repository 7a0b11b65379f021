// Proposals for Deno, Rust, Go, Maven, Gradle, .NET, Ruby and PHP projects.
import { PROFILES, type ProfileId } from '../profiles/index.ts';
import { isInstalled } from './installed-tools.ts';
import { distinct, NO_SETUP, type ProjectProposals, type Proposal, type SetupProposal } from './proposal.ts';
import type { TopFolder } from './top-folder.ts';

function auto(command: string, because: string): SetupProposal {
  return { setup: 'auto', link: [], command, because };
}

function own(command: string, because: string): SetupProposal {
  return { setup: command, link: [], command, because };
}

/** The commands of a profile, for ecosystems where they fit every repository. */
function ofProfile(profile: ProfileId, marker: string): ProjectProposals {
  const { build, test, lint } = PROFILES[profile].commands;
  const because = `${marker} is here`;
  const proposals = (command: string | null) => (command === null ? [] : [{ command, because }]);
  return {
    profile,
    because: `${marker} is at the top of the repository`,
    withoutInstall: [NO_SETUP],
    installs: [],
    checks: { build: proposals(build), test: proposals(test), lint: proposals(lint) },
    notes: [],
  };
}

export function proposeDeno(top: TopFolder): ProjectProposals {
  return ofProfile('deno', top.find(/^deno\.jsonc?$/) ?? 'deno.json');
}

export function proposeRust(top: TopFolder): ProjectProposals {
  const project = ofProfile('rust', 'Cargo.toml');
  const isLocked = top.names.includes('Cargo.lock');
  const lint = isInstalled('cargo-clippy') ? project.checks.lint : [];
  return {
    ...project,
    ...(isLocked ? { withoutInstall: [], installs: [auto('cargo fetch --locked', 'Cargo.lock is here'), NO_SETUP] } : {}),
    checks: { ...project.checks, lint },
  };
}

export function proposeGo(top: TopFolder): ProjectProposals {
  const project = ofProfile('go', 'go.mod');
  const settings = top.find(/^\.golangci\.(?:ya?ml|toml|json)$/);
  const linter =
    settings !== undefined && isInstalled('golangci-lint')
      ? [{ command: 'golangci-lint run', because: `${settings} is here` }]
      : [];
  const needsDownload = top.names.includes('go.sum') && !top.names.includes('vendor');
  return {
    ...project,
    ...(needsDownload ? { withoutInstall: [], installs: [auto('go mod download', 'go.sum is here'), NO_SETUP] } : {}),
    checks: { ...project.checks, lint: [...linter, ...project.checks.lint] },
  };
}

export function proposeMaven(top: TopFolder): ProjectProposals {
  const project = ofProfile('java-maven', 'pom.xml');
  const wrapped = top.names.includes('mvnw');
  return { ...project, checks: { ...withWrapper(project, wrapped, 'mvn', './mvnw'), lint: [] } };
}

export function proposeGradle(top: TopFolder): ProjectProposals {
  const project = ofProfile('java-gradle', top.find(/^build\.gradle(?:\.kts)?$/) ?? 'build.gradle');
  const wrapped = top.names.includes('gradlew');
  return { ...project, checks: { ...withWrapper(project, wrapped, 'gradle', './gradlew'), lint: [] } };
}

/** The wrapper uses the project's version; the installed tool is second best. */
function withWrapper(
  { checks }: ProjectProposals,
  isWrapped: boolean,
  tool: string,
  wrapper: string,
): Pick<ProjectProposals['checks'], 'build' | 'test'> {
  const variants = ({ command }: Proposal): Proposal[] => {
    const words = command.replace(/^\S+/, '').trim();
    const installed = { command: `${tool} ${words}`, because: `${tool} is used without a wrapper` };
    return isWrapped ? [{ command: `${wrapper} ${words}`, because: `${wrapper.slice(2)} is here` }, installed] : [installed];
  };
  return { build: checks.build.flatMap(variants), test: checks.test.flatMap(variants) };
}

export function proposeDotnet(top: TopFolder): ProjectProposals {
  const project = ofProfile('dotnet', top.find(/\.(?:sln|slnx|csproj)$/) ?? 'a .NET project');
  const named = {
    command: 'dotnet test --logger "console;verbosity=normal"',
    because: 'this logger prints every test by its name',
  };
  return { ...project, checks: { ...project.checks, test: [...project.checks.test, named] } };
}

export function proposeRuby(top: TopFolder): ProjectProposals {
  const gemspecs = top.names.filter((name) => name.endsWith('.gemspec'));
  const gems = ['Gemfile', ...gemspecs].map(top.read).join('\n');
  const hasBundler = top.names.includes('Gemfile') && isInstalled('bundle');
  const runs = hasBundler ? ['bundle exec ', ''] : [''];
  const marker = top.find(/^(?:Gemfile|Rakefile|.+\.gemspec)$/) ?? 'Gemfile';
  const usesRspec = top.names.includes('.rspec') || top.names.includes('spec') || /\brspec\b/.test(gems);
  const usesRubocop = top.find(/^\.rubocop\.ya?ml$/) !== undefined || /\brubocop\b/.test(gems);
  const bundle = 'bundle config set --local path vendor/bundle && bundle install';
  const isLocked = top.names.includes('Gemfile.lock');
  return {
    profile: 'ruby',
    because: `${marker} is at the top of the repository`,
    withoutInstall: [NO_SETUP],
    installs: hasBundler ? [isLocked ? auto(bundle, 'Gemfile.lock is here') : own(bundle, 'Gemfile is here')] : [],
    checks: {
      build: [],
      test: distinct(runs.flatMap((run) => [...(usesRspec ? rspec(run) : []), ...rake(top, run), ...minitest(top, run)])),
      lint: usesRubocop ? runs.map((run) => ({ command: `${run}rubocop`, because: 'the project names rubocop' })) : [],
    },
    notes:
      top.names.includes('Gemfile') && !hasBundler
        ? ['Gemfile is here, but bundler (bundle) is not installed; gems of the system are used.']
        : [],
  };
}

function rspec(run: string): Proposal[] {
  const because = 'the project names rspec';
  return [
    { command: `${run}rspec`, because },
    { command: `${run}rspec --format documentation`, because: `${because}; this format names every test` },
  ];
}

/** TESTOPTS=-v makes minitest and test-unit print every test name. */
function rake(top: TopFolder, run: string): Proposal[] {
  const file = top.find(/^[Rr]akefile(?:\.rb)?$/);
  if (file === undefined) return [];
  const text = top.read(file);
  const names = [
    /\bRake::TestTask\b|\btask\s*\(?\s*(?::test\b|test:|["']test["'])/.test(text) ? 'test' : '',
    // A task of that name alone may do anything, such as generating a specification.
    /\bRSpec::Core::RakeTask\b/.test(text) ? 'spec' : '',
  ];
  return names
    .filter((name) => name !== '')
    .flatMap((name) => [
      {
        command: `${run}rake ${name}${name === 'test' ? ' TESTOPTS=-v' : ''}`,
        because: `${file} has a task \`${name}\``,
        isOwn: true,
      },
      { command: `${run}rake ${name}`, because: `${file} has a task \`${name}\``, isOwn: true },
    ]);
}

function minitest(top: TopFolder, run: string): Proposal[] {
  const pattern = /^(?:test_.+|.+_test|spec_.+|.+_spec)\.rb$/;
  if (!top.list('test').some((name) => pattern.test(name))) return [];
  const load = 'Dir["./test/**/{test_*,*_test,spec_*,*_spec}.rb"].sort.each { |file| require file }';
  return [{ command: `${run}ruby -Ilib -Itest -e '${load}' -- -v`, because: 'the folder test has tests for minitest' }];
}

export function proposePhp(top: TopFolder): ProjectProposals {
  const manifest = top.read('composer.json');
  const isLocked = top.names.includes('composer.lock');
  const install = 'composer install --no-interaction';
  const usesPhpunit = top.find(/^phpunit\.xml(?:\.dist)?$/) !== undefined || manifest.includes('phpunit/phpunit');
  const phpunit = (program: string, because: string) => [
    { command: program, because },
    { command: `${program} --testdox`, because: `${because}; --testdox names every test` },
  ];
  const usesPhpstan = top.find(/^phpstan\.(?:neon|neon\.dist|dist\.neon)$/) !== undefined || manifest.includes('phpstan/phpstan');
  const hasScript = /"scripts"\s*:\s*\{[^}]*"test"\s*:/.test(manifest);
  return {
    profile: 'php',
    because: 'composer.json is at the top of the repository',
    withoutInstall: isInstalled('composer') ? [] : [NO_SETUP],
    installs: isInstalled('composer')
      ? [isLocked ? auto(install, 'composer.lock is here') : own(install, 'composer.json is here'), NO_SETUP]
      : [],
    checks: {
      build: [],
      test: [
        ...(usesPhpunit ? phpunit('vendor/bin/phpunit', 'the project names PHPUnit') : []),
        ...(hasScript ? [{ command: 'composer test', because: 'composer.json has a script `test`', isOwn: true }] : []),
        ...(usesPhpunit ? phpunit('phpunit', 'the project names PHPUnit, and phpunit is installed') : []),
      ],
      lint: usesPhpstan ? [{ command: 'vendor/bin/phpstan analyse --no-progress', because: 'the project names PHPStan' }] : [],
    },
    notes: isInstalled('composer')
      ? []
      : ['composer.json is here, but composer is not installed; its packages are not installed.'],
  };
}
