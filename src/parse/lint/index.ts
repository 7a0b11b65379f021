// The lint parsers. Where two read the same lines equally well, the earlier one is believed.
import type { Parser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { azureAnnotations } from './azure-annotations.ts';
import { biome } from './biome/biome.ts';
import { biomeJson } from './biome/biome-json.ts';
import { black } from './black.ts';
import { checkstyle } from './checkstyle/checkstyle.ts';
import { checkstyleXml } from './checkstyle/checkstyle-xml.ts';
import { eslintCodeframe } from './eslint/eslint-codeframe.ts';
import { eslintJson } from './eslint/eslint-json.ts';
import { eslintLines } from './eslint/eslint-lines.ts';
import { eslintStylish } from './eslint/eslint-stylish.ts';
import { nextLint } from './eslint/next-lint.ts';
import { standard } from './eslint/standard.ts';
import { fileLine } from './file-line/file-line.ts';
import { flake8 } from './flake8.ts';
import { gccJson } from './gcc-json.ts';
import { githubAnnotations } from './github-annotations.ts';
import { gitlabCodeQuality } from './gitlab-code-quality.ts';
import { goVet } from './go-vet/go-vet.ts';
import { goVetJson } from './go-vet/go-vet-json.ts';
import { golangciLint } from './golangci-lint/golangci-lint.ts';
import { golangciLintJson } from './golangci-lint/golangci-lint-json.ts';
import { gosec } from './gosec/gosec.ts';
import { gosecJson } from './gosec/gosec-json.ts';
import { hadolint } from './hadolint/hadolint.ts';
import { hadolintJson } from './hadolint/hadolint-json.ts';
import { hlint } from './hlint/hlint.ts';
import { hlintJson } from './hlint/hlint-json.ts';
import { isort } from './isort.ts';
import { junitLint } from './junit-lint.ts';
import { ktlint } from './ktlint/ktlint.ts';
import { ktlintJson } from './ktlint/ktlint-json.ts';
import { lintTap } from './lint-tap.ts';
import { luacheck } from './luacheck.ts';
import { markdownlint } from './markdownlint.ts';
import { mypy } from './mypy/mypy.ts';
import { mypyJson } from './mypy/mypy-json.ts';
import { oxlint } from './oxlint/oxlint.ts';
import { oxlintJson } from './oxlint/oxlint-json.ts';
import { perlcritic } from './perlcritic.ts';
import { phpcs } from './phpcs/phpcs.ts';
import { phpcsCsv } from './phpcs/phpcs-csv.ts';
import { phpcsJson } from './phpcs/phpcs-json.ts';
import { phpcsXml } from './phpcs/phpcs-xml.ts';
import { phpstan } from './phpstan/phpstan.ts';
import { phpstanJson } from './phpstan/phpstan-json.ts';
import { prettier } from './prettier.ts';
import { psalm } from './psalm/psalm.ts';
import { psalmJson } from './psalm/psalm-json.ts';
import { pylint } from './pylint/pylint.ts';
import { pylintJson } from './pylint/pylint-json.ts';
import { pyright } from './pyright/pyright.ts';
import { pyrightJson } from './pyright/pyright-json.ts';
import { rdjson } from './rdjson/rdjson.ts';
import { rdjsonl } from './rdjson/rdjsonl.ts';
import { remarkLint } from './remark-lint.ts';
import { rubocop } from './rubocop/rubocop.ts';
import { rubocopJson } from './rubocop/rubocop-json.ts';
import { ruff } from './ruff/ruff.ts';
import { ruffJson, ruffJsonLines } from './ruff/ruff-json.ts';
import { rustc } from './rustc/rustc.ts';
import { rustcJson } from './rustc/rustc-json.ts';
import { rustfmt } from './rustfmt.ts';
import { sarif } from './sarif.ts';
import { shellcheck } from './shellcheck/shellcheck.ts';
import { shellcheckJson } from './shellcheck/shellcheck-json.ts';
import { staticcheck } from './staticcheck/staticcheck.ts';
import { staticcheckJson } from './staticcheck/staticcheck-json.ts';
import { stylelint } from './stylelint/stylelint.ts';
import { stylelintJson } from './stylelint/stylelint-json.ts';
import { svelteCheck } from './svelte-check.ts';
import { tsc } from './tsc.ts';
import { tslint } from './tslint/tslint.ts';
import { tslintJson } from './tslint/tslint-json.ts';
import { typos } from './typos/typos.ts';
import { typosJson } from './typos/typos-json.ts';
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
