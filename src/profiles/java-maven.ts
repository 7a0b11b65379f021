// Maven. -fae: a failing module must not hide the tests of the modules after it.

export const javaMaven = {
  id: 'java-maven',
  title: 'Java and Kotlin, with Maven',
  commands: {
    build: 'mvn -B -DskipTests package',
    test: 'mvn -B -fae test',
    lint: null,
    security: null,
  },
} as const;
