// What is known about the source of a call.
import type { MaskedSource } from '../../languages/index.ts';
import type { Assignments } from './assignments.ts';
import type { Imports } from './imports.ts';

export interface Known {
  source: MaskedSource;
  imports: Imports;
  products: ReadonlySet<string>;
  assignments: Assignments;
}
