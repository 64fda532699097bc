/** What of a typed or pasted amount counts: digits, one point, two decimals. */
export function keepAmount(typed: string): string {
  const [whole = '', ...decimals] = typed.replace(/[^\d.]/g, '').split('.')
  return decimals.length === 0 ? whole : `${whole}.${decimals.join('').slice(0, 2)}`
}

/** `75` → `75.00`; what is no amount stays as it is. */
export function completeAmount(text: string): string {
  if (!/^\d*\.?\d*$/.test(text) || !/\d/.test(text)) return text
  const [whole = '', decimals = ''] = text.split('.')
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}.${decimals.padEnd(2, '0')}`
}
