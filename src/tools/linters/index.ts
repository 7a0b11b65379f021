// The linters and the formats of their reports. Where the parsers of two match the same lines equally well, the earlier one takes
// precedence.
import type { Linter } from '../tool.ts';
import { azureAnnotations } from './azure-annotations/index.ts';
import { biome } from './biome/index.ts';
import { black } from './black/index.ts';
import { checkstyle } from './checkstyle/index.ts';
import { eslint } from './eslint/index.ts';
import { fileLine } from './file-line/index.ts';
import { flake8 } from './flake8/index.ts';
import { gcc } from './gcc/index.ts';
import { githubAnnotations } from './github-annotations/index.ts';
import { gitlabCodeQuality } from './gitlab-code-quality/index.ts';
import { goVet } from './go-vet/index.ts';
import { golangciLint } from './golangci-lint/index.ts';
import { gosec } from './gosec/index.ts';
import { hadolint } from './hadolint/index.ts';
import { hlint } from './hlint/index.ts';
import { isort } from './isort/index.ts';
import { junit } from './junit/index.ts';
import { ktlint } from './ktlint/index.ts';
import { luacheck } from './luacheck/index.ts';
import { markdownlint } from './markdownlint/index.ts';
import { mypy } from './mypy/index.ts';
import { nextLint } from './next-lint/index.ts';
import { oxlint } from './oxlint/index.ts';
import { perlcritic } from './perlcritic/index.ts';
import { phpcs } from './phpcs/index.ts';
import { phpstan } from './phpstan/index.ts';
import { prettier } from './prettier/index.ts';
import { psalm } from './psalm/index.ts';
import { pylint } from './pylint/index.ts';
import { pyright } from './pyright/index.ts';
import { rdjson } from './rdjson/index.ts';
import { remarkLint } from './remark-lint/index.ts';
import { rubocop } from './rubocop/index.ts';
import { ruff } from './ruff/index.ts';
import { rustc } from './rustc/index.ts';
import { rustfmt } from './rustfmt/index.ts';
import { sarif } from './sarif/index.ts';
import { shellcheck } from './shellcheck/index.ts';
import { standard } from './standard/index.ts';
import { staticcheck } from './staticcheck/index.ts';
import { stylelint } from './stylelint/index.ts';
import { svelteCheck } from './svelte-check/index.ts';
import { tap } from './tap/index.ts';
import { tsc } from './tsc/index.ts';
import { tslint } from './tslint/index.ts';
import { typos } from './typos/index.ts';
import { yamllint } from './yamllint/index.ts';

export const LINTERS: readonly Linter[] = [
  gcc,
  sarif,
  junit,
  gitlabCodeQuality,
  rdjson,
  tap,
  rustc,
  biome,
  oxlint,
  svelteCheck,
  tsc,
  eslint,
  nextLint,
  stylelint,
  remarkLint,
  prettier,
  rustfmt,
  standard,
  tslint,
  checkstyle,
  luacheck,
  perlcritic,
  phpcs,
  phpstan,
  psalm,
  rubocop,
  shellcheck,
  golangciLint,
  staticcheck,
  gosec,
  goVet,
  hlint,
  hadolint,
  ktlint,
  ruff,
  pylint,
  mypy,
  pyright,
  black,
  isort,
  flake8,
  yamllint,
  markdownlint,
  typos,
  githubAnnotations,
  azureAnnotations,
  fileLine,
];
