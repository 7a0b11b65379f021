// The lint parsers. Where two read the same lines equally well, the earlier one wins.
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
import { goVet, goVetJson } from './go-vet.ts';
import { golangciLint, golangciLintJson } from './golangci-lint.ts';
import { gosec, gosecJson } from './gosec.ts';
import { hadolint, hadolintJson } from './hadolint.ts';
import { hlint, hlintJson } from './hlint.ts';
import { isort } from './isort.ts';
import { junitLint } from './junit-lint.ts';
import { ktlint, ktlintJson } from './ktlint.ts';
import { lintTap } from './lint-tap.ts';
import { luacheck } from './luacheck.ts';
import { markdownlint } from './markdownlint.ts';
import { mypy, mypyJson } from './mypy.ts';
import { oxlint, oxlintJson } from './oxlint.ts';
import { perlcritic } from './perlcritic.ts';
import { phpcs } from './phpcs/phpcs.ts';
import { phpcsCsv } from './phpcs/phpcs-csv.ts';
import { phpcsJson } from './phpcs/phpcs-json.ts';
import { phpcsXml } from './phpcs/phpcs-xml.ts';
import { phpstan } from './phpstan/phpstan.ts';
import { phpstanJson } from './phpstan/phpstan-json.ts';
import { prettier } from './prettier.ts';
import { psalm, psalmJson } from './psalm.ts';
import { pylint, pylintJson } from './pylint/pylint.ts';
import { pyright, pyrightJson } from './pyright.ts';
import { rdjson, rdjsonl } from './rdjson.ts';
import { remarkLint } from './remark-lint.ts';
import { rubocop, rubocopJson } from './rubocop.ts';
import { ruff } from './ruff/ruff.ts';
import { ruffJson, ruffJsonLines } from './ruff/ruff-json.ts';
import { rustc } from './rustc/rustc.ts';
import { rustcJson } from './rustc/rustc-json.ts';
import { rustfmt } from './rustfmt.ts';
import { sarif } from './sarif.ts';
import { shellcheck, shellcheckJson } from './shellcheck.ts';
import { staticcheck, staticcheckJson } from './staticcheck.ts';
import { stylelint } from './stylelint/stylelint.ts';
import { stylelintJson } from './stylelint/stylelint-json.ts';
import { svelteCheck } from './svelte-check.ts';
import { tsc } from './tsc.ts';
import { tslint, tslintJson } from './tslint.ts';
import { typos, typosJson } from './typos.ts';
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
