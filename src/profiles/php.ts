// PHP.

export const php = {
  id: 'php',
  title: 'PHP, with PHPUnit and PHPStan',
  commands: {
    build: null,
    test: 'vendor/bin/phpunit',
    lint: 'vendor/bin/phpstan analyse --no-progress',
    security: null,
  },
} as const;
