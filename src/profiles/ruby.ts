// Ruby.

export const ruby = {
  id: 'ruby',
  title: 'Ruby, with RSpec and RuboCop',
  commands: {
    build: null,
    test: 'bundle exec rspec',
    lint: 'bundle exec rubocop',
    security: null,
  },
} as const;
