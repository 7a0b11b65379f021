// How tests are written where several languages share a library or a habit.
import type { TestSyntax } from '../language.ts';

/** `test_cart`, `cart-test`, `cart_unittests`. */
export const NATIVE_TEST_FILE = /[_-](?:unit)?tests?$|^test[_-]/;

/** `CartTest` and `CartSpec`. */
const CLASS_FILE = /(?:Tests?|TestCase|Specs?|IT)$/;

export const JUNIT: TestSyntax = {
  file: CLASS_FILE,
  definition:
    /^\s*@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)\b|^\s*(?:public\s+|override\s+|internal\s+|static\s+|final\s+)*(?:void|fun|func)\s+`?test\w*/,
  library:
    /^[ \t]{0,8}import[ \t]{1,8}(?:static[ \t]{1,8})?(?:org\.junit|junit\.framework|org\.testng|org\.mockito|org\.assertj|org\.hamcrest|io\.kotest|org\.scalatest)\b/m,
};

export const DOTNET_TESTS: TestSyntax = {
  file: CLASS_FILE,
  definition: /^\s*\[(?:Test|TestCase|TestCaseSource|Fact|Theory|InlineData|TestMethod|DataRow|DataTestMethod)\b/,
  library: /^[ \t]{0,8}using[ \t]{1,8}(?:Xunit|NUnit|Microsoft\.VisualStudio\.TestTools)\b/m,
};
