const amountShape = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{0,2}))?$/

/**
 * The amount that a typed or pasted text means; undefined for what could mean another amount than it says.
 * @example parseAmount('$1,500.5') // '1500.5'
 */
export function parseAmount(text: string): string | undefined {
  const [, grouped = '', decimals = ''] = amountShape.exec(text.trim()) ?? []
  if (grouped + decimals === '') return undefined
  const whole = grouped.replaceAll(',', '').replace(/^0+(?=\d)/, '') || '0'
  return decimals === '' ? whole : `${whole}.${decimals}`
}

/** `75` → `75.00`, `$1,500` → `1500.00`; what is no amount stays as it is. */
export function completeAmount(text: string): string {
  const amount = parseAmount(text)
  if (amount === undefined) return text
  const [whole, decimals = ''] = amount.split('.')
  return `${whole}.${decimals.padEnd(2, '0')}`
}
