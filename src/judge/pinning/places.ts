// Folders and names that never hold product source: dependencies, build output, hidden files, settings of tools.
import { anyOf } from '../../languages/index.ts';

const HIDDEN = /(?:^|\/)\.[^/]/;
const DEPENDENCIES =
  /(?:^|\/)(?:node_modules|bower_components|jspm_packages|vendor(?:ed)?|third[_-]?party|site-packages|dist-packages|\w{0,20}venv|virtualenv|__pycache__|__pypackages__|[^/]+\.(?:egg|dist)-info|Pods|Carthage|META-INF)\//;
/** Product source in some projects: the base decides. */
const OUTPUT =
  /(?:^|\/)(?:dist|build|out|output|target|coverage|obj|gen|generated|__generated__|_build|deps|externals?|extern)\//;
const GENERATED = /\.min\.(?:js|css)$|\.(?:js|css)\.map$/;

export type DeniedPlace = 'hidden' | 'vendored' | 'generated';

/** `isSourceFolder`: whether the base has source of the same language in that folder. */
export function deniedPlace(path: string, isSourceFolder: (folder: string) => boolean): DeniedPlace | null {
  if (HIDDEN.test(path)) return 'hidden';
  if (DEPENDENCIES.test(path)) return 'vendored';
  if (GENERATED.test(path)) return 'generated';
  return OUTPUT.test(path) && !isSourceFolder(folderOf(path)) ? 'generated' : null;
}

/** Files of a repository that no build and no test runner loads. */
const INERT =
  /^(?:\.github|\.gitlab|\.circleci|\.vscode|\.idea)\/|(?:^|\/)(?:\.gitignore|\.editorconfig|\.mailmap|\.dockerignore|\.npmignore|\.git-blame-ignore-revs|\.env\.example|Dockerfile[^/]{0,40}|docker-compose[^/]{0,40}\.ya?ml|Procfile|CODEOWNERS)$|^\.gitlab-ci\.yml$/;

export function isInert(path: string): boolean {
  return INERT.test(path);
}

/** A tool's name in the name of a data file: `junit-platform.properties`, `pytest.toml`, `turbo.json`. */
const TOOL =
  /(?:^|[^a-z0-9])(?:jest|vitest|mocha|karma|jasmine|cypress|playwright|ava|nyc|c8|tap|wdio|nightwatch|testcafe|cucumber|pytest|tox|nox|rspec|minitest|simplecov|phpunit|pest|junit|testng|surefire|ctest|nextest|eslint|prettier|biome|babel|swc|webpack|rollup|esbuild|vite|tsup|parcel|turbo|nx|lerna|gulp|grunt|rush|deno|bun|nodemon|typedoc|tslint|angular|composer|bower|compile_commands)(?=[^a-z0-9]|$)/i;
const SETTINGS = anyOf({
  config: /\.(?:config|conf|workspace|preset)\.\w{1,8}$|\.(?:ini|cfg|conf|rc)$/,
  preset: /^(?:jest-preset|babel-preset)\b/,
  taskFile: /^(?:manage|fabfile|tasks|dodo|noxfile)\.py$|^(?:gulpfile|gruntfile|jakefile|wallaby)\b/i,
});

/** A name by which a tool finds its settings. */
export function isSettingsName(path: string): boolean {
  return SETTINGS.test(path.slice(path.lastIndexOf('/') + 1));
}

export function namesTool(path: string): boolean {
  return TOOL.test(path.slice(path.lastIndexOf('/') + 1));
}

export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

/** `a/b/c.js` gives `a/b`, `a` and the root, which is empty. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('/')), ''];
}
