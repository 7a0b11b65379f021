// fast-check with one seed for every property: `npm test` says the same of the same code every time, on every machine.
import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    propertySeed: number;
  }
}

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject('propertySeed') });

export default fc;
