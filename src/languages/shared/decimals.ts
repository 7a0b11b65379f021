// Decimal numbers in one spelling, for languages in which `1.0` and `1` are the same number.

const DECIMAL = /^(\d[\d_]*|)(?:\.(\d*))?(?:e\+?(-?\d+))?([a-z%]*)$/;

/** `.50E+3` is `0.5e3`. A number in another base is only in lower case. */
export function plainDecimal(number: string): string {
  const text = number.toLowerCase();
  const [whole, integer = '', fraction = '', exponent, unit = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits = fraction.replace(/0+$/, '');
  return `${integer === '' ? '0' : integer}${digits === '' ? '' : `.${digits}`}${exponent === undefined ? '' : `e${exponent}`}${unit}`;
}
