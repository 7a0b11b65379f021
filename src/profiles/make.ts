// Make, for every language whose Makefile has the usual targets.

export const make = {
  id: 'make',
  title: 'Anything with a Makefile',
  commands: {
    build: 'make',
    test: 'make test',
    lint: 'make lint',
    security: null,
  },
} as const;
