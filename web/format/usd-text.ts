// Dollars: two decimals, and more for less than a cent, so that a small cost is never shown as nothing.

export function usdText(usd: number): string {
  if (usd === 0 || usd >= 0.01) return `$${usd.toFixed(2)}`;
  return usd < 0.0001 ? '< $0.0001' : `$${Number(usd.toPrecision(2))}`;
}
