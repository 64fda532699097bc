// of its own, because the first page needs none of it
import { telephoneLink } from '@plumbline/platform/phone'

export { telephoneLink }

const usNumber = /^(?:\+?1)?([2-9]\d{2})(\d{3})(\d{4})(?:(?:ext|extension|x|#)(\d{1,7}))?$/i

/** A US number as people read it, however it was typed; other text stays as it is. @example formatPhone('919.555.0120') // '(919) 555-0120' */
export function formatPhone(typed: string): string {
  const [, area, exchange, line, extension] = usNumber.exec(typed.replace(/[\s().-]/g, '')) ?? []
  if (!area) return typed
  return `(${area}) ${exchange}-${line}${extension ? ` ext. ${extension}` : ''}`
}

/** The link that writes a text message to a number as people write it. @example textLink('(919) 555-0104 ext. 12') // 'sms:9195550104' */
export const textLink = (written: string): string =>
  telephoneLink(written).replace(/^tel:([^;]*).*$/, 'sms:$1')

/** A `mailto:` URL; encoded, so that an address cannot add other recipients. */
export const mailtoLink = (email: string): string => `mailto:${encodeURIComponent(email)}`

/** Directions to an address, in whatever the phone uses for maps. */
export const directionsLink = (address: string): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`
