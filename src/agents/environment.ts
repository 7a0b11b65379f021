// The environment of an agent: common variables, and the credentials of this agent only.
import { cleanEnvironment } from '../exec/index.ts';
import type { AgentAdapter } from './adapter.ts';

/** Folders, locale, and network settings. */
const COMMON = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'LC_*', 'TZ', 'XDG_*_HOME', 'XDG_RUNTIME_DIR'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS', 'REQUESTS_CA_BUNDLE'],
  ...['JAVA_HOME', 'GOPATH', 'GOROOT', 'CARGO_HOME', 'RUSTUP_HOME', 'PYENV_ROOT', 'NVM_DIR', 'VOLTA_HOME'],
];
const FIXED = { NO_COLOR: '1', TERM: 'dumb', GIT_TERMINAL_PROMPT: '0' };

export function agentEnvironment(
  adapter: Pick<AgentAdapter, 'variables'>,
  inherited: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const wanted = [...COMMON, ...adapter.variables].map(toPattern);
  const kept = Object.entries(inherited).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && wanted.some((pattern) => pattern.test(entry[0])),
  );
  const { PATH = '' } = cleanEnvironment(inherited);
  return { ...Object.fromEntries(kept), PATH, ...FIXED };
}

function toPattern(name: string): RegExp {
  return new RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '\\w*')}$`);
}
