// The color of an agent, wherever the page shows one. It depends on the name alone, so that it stays the same when a list is
// filtered or a run is added. None of the colors is the color of a dimension.

const AGENT_COLORS = [
  'light-dark(#c2410c, #fb8a4f)',
  'light-dark(#0369a1, #4db5f0)',
  'light-dark(#6d28d9, #b294fb)',
  'light-dark(#047857, #41cc9b)',
  'light-dark(#be185d, #f57fb6)',
  'light-dark(#854d0e, #dfb14d)',
  'light-dark(#1d4ed8, #88abfd)',
  'light-dark(#4d7c0f, #a5d647)',
  'light-dark(#0f766e, #3fcfc0)',
  'light-dark(#9f1239, #fb8296)',
  'light-dark(#6b21a8, #d59bfd)',
  'light-dark(#475569, #a3b3c7)',
] as const;

export function agentColor(name: string): string {
  return AGENT_COLORS[hash(name) % AGENT_COLORS.length] ?? '';
}

/** FNV-1a. The start value gives each built-in agent its own color. */
function hash(text: string): number {
  let value = 0x811ca3ae;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
