// Scripts of package.json that run checks.

const CHECK_SCRIPT = /^\s*"((?:pre|post)?(?:test|lint|build|check|typecheck|compile|verify)[\w:-]*)"\s*:/;

/** The name of the check script that a line of package.json defines, or null. */
export function checkScriptName(line: string): string | null {
  return CHECK_SCRIPT.exec(line)?.[1] ?? null;
}

export function isPackageManifest({ path }: { path: string }): boolean {
  return /(?:^|\/)package\.json$/.test(path);
}
