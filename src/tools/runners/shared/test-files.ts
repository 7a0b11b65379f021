// Names of files with tests that several runners share.
export const JAVASCRIPT_FILE = /\.[cm]?[jt]sx?$/;
/** Classes that Surefire, Failsafe and, by convention, Gradle projects treat as tests. */
export const JAVA_TEST_FILE =
  /(?:^|\/)src\/test\/(?:java|kotlin|groovy|scala)\/(?:[^/]+\/)*(?:Test\w+|\w+(?:Tests?|TestCase|Spec|IT))\.(?:java|kt|groovy|scala)$/;
