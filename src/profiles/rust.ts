// Rust. Its commands are part of the published scoring rules.

export const rust = {
  id: 'rust',
  title: 'Rust, with Cargo',
  commands: {
    build: 'cargo build --all-targets',
    test: 'cargo test',
    lint: 'cargo clippy --all-targets -- -D warnings',
    security: null,
  },
} as const;
