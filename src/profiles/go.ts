// Go. `go vet` because it comes with every toolchain; golangci-lint has to be installed.

export const go = {
  id: 'go',
  title: 'Go',
  commands: {
    build: 'go build ./...',
    test: 'go test ./...',
    lint: 'go vet ./...',
    security: null,
  },
} as const;
