import { linkKinds } from '@plumbline/platform/rights'

type Document = { kind: (typeof linkKinds)[number]; id: number }

/** What stands in a stored text for the address of a customer's page, which is a secret: it is filled in when the text goes out. */
export const linkPlaceholder = ({ kind, id }: Document): string => `{{customer-link:${kind}:${id}}}`

const placeholders = new RegExp(`\\{\\{customer-link:(${linkKinds.join('|')}):([1-9]\\d{0,8})\\}\\}`, 'g')

/** The documents whose addresses a text has, each once. */
export const linkedDocuments = (text: string): Document[] => {
  const found = [...text.matchAll(placeholders)].map(([, kind, id]) => [kind, Number(id)] as const)
  return [...new Map(found.map((it) => [it.join(), it])).values()].map(([kind, id]) => ({
    kind: kind as Document['kind'],
    id,
  }))
}
