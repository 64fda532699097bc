import type { LinkCode } from '@plumbline/platform/customer-links'
import { linkKinds } from '@plumbline/platform/rights'

type Document = { kind: (typeof linkKinds)[number]; id: number }

/** What stands in a stored text for the address of a customer's page, which is a secret: it is filled in when the text goes out. */
export const linkPlaceholder = ({ kind, id }: Document): string => `{{customer-link:${kind}:${id}}}`

/** What stands in a stored text for a code, which is a secret, too. */
export const codePlaceholder = ({ linkId, number }: LinkCode): string =>
  `{{customer-code:${linkId}:${number}}}`

/** The code that a text has. */
export function codeIn(text: string): LinkCode | undefined {
  const [, linkId, number] = /\{\{customer-code:([1-9]\d{0,8}):([1-9]\d{0,8})\}\}/.exec(text) ?? []
  return linkId === undefined ? undefined : { linkId: Number(linkId), number: Number(number) }
}

const placeholders = new RegExp(`\\{\\{customer-link:(${linkKinds.join('|')}):([1-9]\\d{0,8})\\}\\}`, 'g')

/** The documents whose addresses a text has, each once. */
export const linkedDocuments = (text: string): Document[] => {
  const found = [...text.matchAll(placeholders)].map(([, kind, id]) => [kind, Number(id)] as const)
  return [...new Map(found.map((it) => [it.join(), it])).values()].map(([kind, id]) => ({
    kind: kind as Document['kind'],
    id,
  }))
}
