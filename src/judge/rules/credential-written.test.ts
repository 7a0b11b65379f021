import { expect, test } from 'vitest';
import { evidenceOf } from '../../../test/evidence-builder.ts';
import { findIntegrity } from '../integrity/index.ts';

test('reports an error at the line, with the name of the variable', () => {
  const credentials = [{ variable: 'MY_KEY', path: 'a.js', line: 3 }];
  expect(findIntegrity(evidenceOf({}, { credentials }))).toEqual([
    {
      id: 'credential_written',
      severity: 'error',
      message: 'the agent wrote the value of MY_KEY here; Hydra replaced it by ***',
      place: { path: 'a.js', start_line: 3, end_line: 3 },
      how_to_allow: 'add the path to credential_written under [scoring.integrity.allow]',
    },
  ]);
});
