// Python. Its commands are part of the published scoring rules.

export const python = {
  id: 'python',
  title: 'Python, with pytest and Ruff',
  commands: {
    build: null,
    test: 'pytest -q',
    lint: 'ruff check .',
    security: null,
  },
} as const;
