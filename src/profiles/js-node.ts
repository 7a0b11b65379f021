// Node.js with npm. Its commands are part of the published scoring rules.

export const jsNode = {
  id: 'js-node',
  title: 'JavaScript and TypeScript on Node.js, with npm',
  commands: {
    build: 'npm run build',
    test: 'npm test -- --runInBand',
    lint: 'npm run lint',
    security: null,
  },
} as const;
