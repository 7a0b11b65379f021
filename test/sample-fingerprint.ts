// A fingerprint for tests that measure nothing.
import type { Fingerprint } from '../src/contract/index.ts';

export const SAMPLE_FINGERPRINT: Fingerprint = {
  ...{ id: '0123456789ab', os: 'debian 12', arch: 'x64', cores: 2, memory_gb: 16, engine: '0.1.0', sandbox: 'none', image: null },
  ...{ programs: { node: 'v20.19.0' }, environment: { LANG: 'abcdef01', TZ: '12345678' } },
};
