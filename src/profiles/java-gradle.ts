// Gradle. A daemon would outlive the check; --continue: a failing module must not hide the tests of others.

export const javaGradle = {
  id: 'java-gradle',
  title: 'Java and Kotlin, with Gradle',
  commands: {
    build: './gradlew --no-daemon assemble testClasses',
    test: './gradlew --no-daemon test --continue',
    lint: null,
    security: null,
  },
} as const;
