// Dollars as text. Two decimals, and two digits for less than ten cents, so that small costs can be compared.

export function usdText(usd: number): string {
  if (usd === 0 || usd >= 0.1) return `$${usd.toFixed(2)}`;
  return usd < 0.0001 ? '< $0.0001' : `$${Number(usd.toPrecision(2))}`;
}
