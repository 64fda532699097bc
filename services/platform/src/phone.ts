const separators = /\s*(?:[/;,&]|\bor\b|\band\b)\s*/i
const extensionMark = /\s*(?:\bext(?:ension)?\b\.?|\bx|#)\s*(\d{1,7})\s*$/i

const maxDigits = 15 // E.164
const minDigits = 3

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** A number without punctuation; of two numbers that nothing separates, the first (US numbers have ten digits). */
function dialString(text: string): string {
  const digits = digitsOf(text)
  if (digits.length <= maxDigits) return text.trim().startsWith('+') ? `+${digits}` : digits
  return digits.slice(0, digits.startsWith('1') ? 11 : 10)
}

/**
 * The link that calls a number as people write it, with its extension (RFC 3966); of several numbers, the first.
 * @example telephoneLink('(919) 555-0104 ext. 12') // 'tel:9195550104;ext=12'
 */
export function telephoneLink(written: string): string {
  const [first = ''] = written.split(separators).filter((part) => digitsOf(part).length >= minDigits)
  const extension = extensionMark.exec(first)?.[1]
  const number = dialString(first.replace(extensionMark, ''))
  return `tel:${number}${extension ? `;ext=${extension}` : ''}`
}
