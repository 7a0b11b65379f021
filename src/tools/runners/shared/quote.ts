/** NODE_OPTIONS, PYTEST_ADDOPTS and SPEC_OPTS accept quoted parts. */
export function quote(text: string): string {
  return /[\s"'\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
}
