// Bun.

export const bun = {
  id: 'bun',
  title: 'JavaScript and TypeScript on Bun',
  commands: {
    build: 'bun run build',
    test: 'bun test',
    lint: 'bun run lint',
    security: null,
  },
} as const;
