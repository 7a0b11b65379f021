// Runs in every test file. Files that share a process share the modules that they import, so a module cannot do this itself.
import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './temporary-repository.ts';

afterAll(removeTemporaryFolders);
