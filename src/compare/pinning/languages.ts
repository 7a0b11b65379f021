// The language of a source file by its extension, and the kinds of data that product code loads.

/** Languages that can replace each other in one module are one family. */
const FAMILIES: readonly (readonly [string, RegExp])[] = [
  ['javascript', /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/],
  ['python', /\.(?:pyi?|pyx|pxd)$/],
  ['c', /\.(?:c|h|cc|cpp|cxx|c\+\+|hh|hpp|hxx|inl|ipp|mm?|y|l|s|S|cu|cuh)$/],
  ['go', /\.go$/],
  ['rust', /\.rs$/],
  ['jvm', /\.(?:java|kt|scala|groovy|clj[cs]?)$/],
  ['ruby', /\.rb$/],
  ['php', /\.php$/],
  ['dotnet', /\.(?:cs|fs|vb)$/],
  ['swift', /\.swift$/],
  ['dart', /\.dart$/],
  ['elixir', /\.exs?$/],
  ['erlang', /\.[eh]rl$/],
  ['shell', /\.(?:sh|bash|zsh)$|(?:^|\/)bin\/[\w-]+$/],
  ['lua', /\.lua$/],
  ['perl', /\.p[lm]$/],
  ['haskell', /\.hs$/],
  ['ocaml', /\.mli?$/],
  ['zig', /\.zig$/],
  ['julia', /\.jl$/],
  ['r', /\.[rR]$/],
];

/** Null for a file that is not source code. */
export function languageOf(path: string): string | null {
  return FAMILIES.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}

const DATA =
  /\.(?:jsonc?|json5|ya?ml|toml|csv|tsv|xml|xsd|xslt?|sql|graphql|gql|proto|avsc|html?|tmpl|tpl|gotmpl|gohtml|hbs|handlebars|mustache|ejs|erb|haml|slim|pug|jinja2?|j2|liquid|twig|css|s[ac]ss|less|properties|pot?|ftl|arb|strings|resx|lark|peg|pegjs|g4|pest|txt|dat|md)$/i;
const ASSET = /\.(?:png|jpe?g|gif|svg|webp|ico|bmp|avif|woff2?|ttf|otf|eot|mp3|ogg|wav|mp4|webm|pdf)$/i;

export function isData(path: string): boolean {
  return DATA.test(path);
}

/** Images, fonts and sounds. */
export function isAsset(path: string): boolean {
  return ASSET.test(path);
}

/** Imports of libraries that only tests need. */
const TEST_LIBRARY: Readonly<Record<string, RegExp>> = {
  javascript:
    /['"](?:node:test|chai|vitest|@jest\/globals|mocha|sinon|supertest|ava|tap|jasmine|@testing-library\/[\w-]{1,40})['"]/,
  python: /^[ \t]{0,8}(?:import|from)[ \t]{1,8}(?:pytest|_pytest|unittest|hypothesis|nose)\b/m,
  go: /^[ \t]{0,8}(?:import[ \t]{1,8})?(?:\w{1,40}[ \t]{1,8})?"(?:testing|testing\/\w{1,40}|github\.com\/stretchr\/testify\/\w{1,40})"/m,
  c: /^[ \t]{0,8}#[ \t]{0,8}include[ \t]{0,8}["<](?:check|cmocka|unity|greatest|munit|criterion\/\w{1,40}|gtest\/\w{1,40}|gmock\/\w{1,40}|catch2?\/?\w{0,40}|doctest(?:\/\w{1,40})?|CUnit\/\w{1,40})\.h(?:pp)?[">]/m,
  jvm: /^[ \t]{0,8}import[ \t]{1,8}(?:static[ \t]{1,8})?(?:org\.junit|junit\.framework|org\.testng|org\.mockito|org\.assertj|org\.hamcrest|io\.kotest|org\.scalatest)\b/m,
  ruby: /^[ \t]{0,8}require[ \t(]{1,8}['"](?:minitest|rspec|test\/unit|test-unit)/m,
  php: /^[ \t]{0,8}use[ \t]{1,8}PHPUnit\\/m,
  dotnet: /^[ \t]{0,8}using[ \t]{1,8}(?:Xunit|NUnit|Microsoft\.VisualStudio\.TestTools)\b/m,
};

export function importsTestLibrary(path: string, text: string): boolean {
  return TEST_LIBRARY[languageOf(path) ?? '']?.test(text) === true || definesTests(path, text);
}

const C_TESTS =
  /^[ \t]{0,8}(?:TEST|TEST_F|TEST_P|TYPED_TEST|TEST_CASE|SCENARIO|BOOST_(?:AUTO|FIXTURE|DATA)_TEST_CASE|START_TEST)[ \t]{0,4}\([^\n]{1,200}\)[ \t]{0,8}\{?[ \t\r]*$/m;
const MACRO = /^[ \t]{0,8}#[ \t]{0,8}define[ \t]{1,8}(?:TEST|TEST_F|TEST_P|TEST_CASE|SCENARIO|START_TEST)\b/m;

/** A header that defines the macros is a test library. */
function definesTests(path: string, text: string): boolean {
  return languageOf(path) === 'c' && C_TESTS.test(text) && !MACRO.test(text);
}
