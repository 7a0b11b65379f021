// How biome names what it reports, by which its findings are known in formats that name no tool.

const CATEGORY =
  /^(?:(?:lint|assist|suppressions|syntax|plugin|files|internalError|args|flags|reporter)\/|(?:parse|format|organizeImports|deserialize|configuration|project|migrate|plugin|search|vcs)$)/;

export function isBiomeCategory(rule: string): boolean {
  return CATEGORY.test(rule);
}
