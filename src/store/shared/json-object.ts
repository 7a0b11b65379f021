// Reads JSON that others may have written, for readers that check each field themselves.

/** An empty object if the text is not JSON, or not an object. */
export function parseJsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
