// Deno. Without --allow-all a test that needs a permission would fail for a reason outside the diff.

export const deno = {
  id: 'deno',
  title: 'Deno',
  commands: {
    build: 'deno check .',
    test: 'deno test --allow-all',
    lint: 'deno lint',
    security: null,
  },
} as const;
