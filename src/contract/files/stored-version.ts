// Contract: the versions of stored files that this version of Hydra reads. It writes SCHEMA_VERSION.
import { z } from 'zod';
import { SCHEMA_VERSION } from '../version.ts';

export const storedVersionSchema = z.literal([1, 2, 3, 4, 5, 6, SCHEMA_VERSION]);
