// Patches as git writes them, parsed.
export { type Patch, type PatchFile, type PatchHunk, type PatchLine, parsePatch } from './parse-patch.ts';
