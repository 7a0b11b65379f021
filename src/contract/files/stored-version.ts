// Contract: the version of stored files that this version of Hydra reads and writes.
import { z } from 'zod';
import { SCHEMA_VERSION } from '../version.ts';

export const storedVersionSchema = z.literal(SCHEMA_VERSION);
