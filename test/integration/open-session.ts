// Exchanges a code of a running server for a token, as a program would.
import type { RunningServer } from '../../src/server/index.ts';

export async function openSession(server: RunningServer): Promise<{ origin: string; token: string }> {
  const { origin, searchParams } = new URL(server.newAddress());
  const body = JSON.stringify({ code: searchParams.get('code') });
  const response = await fetch(`${origin}/api/sessions`, { method: 'POST', body });
  const { token } = (await response.json()) as { token: string };
  return { origin, token };
}
