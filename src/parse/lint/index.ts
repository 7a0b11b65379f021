// The lint parsers. Where two read the same lines equally well, the earlier one is believed.
import type { Parser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { azureAnnotations } from './azure-annotations.ts';
import { biome } from './biome.ts';
import { biomeJson } from './biome-json.ts';
import { black } from './black.ts';
import { checkstyle } from './checkstyle.ts';
import { checkstyleXml } from './checkstyle-xml.ts';
import { eslintCodeframe } from './eslint-codeframe.ts';
import { eslintJson } from './eslint-json.ts';
import { eslintLines } from './eslint-lines.ts';
import { eslintStylish } from './eslint-stylish.ts';
import { fileLine } from './file-line.ts';
import { flake8 } from './flake8.ts';
import { gccJson } from './gcc-json.ts';
import { githubAnnotations } from './github-annotations.ts';
import { gitlabCodeQuality } from './gitlab-code-quality.ts';
import { goVet } from './go-vet.ts';
import { goVetJson } from './go-vet-json.ts';
import { golangciLint } from './golangci-lint.ts';
import { golangciLintJson } from './golangci-lint-json.ts';
import { gosec } from './gosec.ts';
import { gosecJson } from './gosec-json.ts';
import { hadolint } from './hadolint.ts';
import { hadolintJson } from './hadolint-json.ts';
import { hlint } from './hlint.ts';
import { hlintJson } from './hlint-json.ts';
import { isort } from './isort.ts';
import { junitLint } from './junit-lint.ts';
import { ktlint } from './ktlint.ts';
import { ktlintJson } from './ktlint-json.ts';
import { lintTap } from './lint-tap.ts';
import { luacheck } from './luacheck.ts';
import { markdownlint } from './markdownlint.ts';
import { mypy } from './mypy.ts';
import { mypyJson } from './mypy-json.ts';
import { nextLint } from './next-lint.ts';
import { oxlint } from './oxlint.ts';
import { oxlintJson } from './oxlint-json.ts';
import { perlcritic } from './perlcritic.ts';
import { phpcs } from './phpcs.ts';
import { phpcsCsv } from './phpcs-csv.ts';
import { phpcsJson } from './phpcs-json.ts';
import { phpcsXml } from './phpcs-xml.ts';
import { phpstan } from './phpstan.ts';
import { phpstanJson } from './phpstan-json.ts';
import { prettier } from './prettier.ts';
import { psalm } from './psalm.ts';
import { psalmJson } from './psalm-json.ts';
import { pylint } from './pylint.ts';
import { pylintJson } from './pylint-json.ts';
import { pyright } from './pyright.ts';
import { pyrightJson } from './pyright-json.ts';
import { rdjson } from './rdjson.ts';
import { rdjsonl } from './rdjsonl.ts';
import { remarkLint } from './remark-lint.ts';
import { rubocop } from './rubocop.ts';
import { rubocopJson } from './rubocop-json.ts';
import { ruff } from './ruff.ts';
import { ruffJson, ruffJsonLines } from './ruff-json.ts';
import { rustc } from './rustc.ts';
import { rustcJson } from './rustc-json.ts';
import { rustfmt } from './rustfmt.ts';
import { sarif } from './sarif.ts';
import { shellcheck } from './shellcheck.ts';
import { shellcheckJson } from './shellcheck-json.ts';
import { standard } from './standard.ts';
import { staticcheck } from './staticcheck.ts';
import { staticcheckJson } from './staticcheck-json.ts';
import { stylelint } from './stylelint.ts';
import { stylelintJson } from './stylelint-json.ts';
import { svelteCheck } from './svelte-check.ts';
import { tsc } from './tsc.ts';
import { tslint } from './tslint.ts';
import { tslintJson } from './tslint-json.ts';
import { typos } from './typos.ts';
import { typosJson } from './typos-json.ts';
import { yamllint } from './yamllint.ts';

export const LINT_PARSERS: readonly Parser<LintSection>[] = [
  eslintJson,
  stylelintJson,
  tslintJson,
  biomeJson,
  oxlintJson,
  rustcJson,
  gccJson,
  sarif,
  checkstyleXml,
  phpcsXml,
  junitLint,
  gitlabCodeQuality,
  rdjson,
  rdjsonl,
  golangciLintJson,
  staticcheckJson,
  goVetJson,
  gosecJson,
  rubocopJson,
  shellcheckJson,
  hadolintJson,
  phpstanJson,
  phpcsJson,
  psalmJson,
  hlintJson,
  ktlintJson,
  typosJson,
  ruffJson,
  ruffJsonLines,
  pylintJson,
  mypyJson,
  pyrightJson,
  lintTap,
  rustc,
  biome,
  oxlint,
  svelteCheck,
  tsc,
  eslintStylish,
  eslintCodeframe,
  nextLint,
  stylelint,
  remarkLint,
  prettier,
  rustfmt,
  standard,
  eslintLines,
  tslint,
  checkstyle,
  luacheck,
  perlcritic,
  phpcs,
  phpcsCsv,
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
