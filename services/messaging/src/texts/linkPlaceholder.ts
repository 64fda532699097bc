type Document = { kind: 'quote' | 'invoice' | 'appointment'; id: number }

/** What stands in a stored text for the address of a customer's page, which is a secret: it is filled in when the text goes out. */
export const linkPlaceholder = ({ kind, id }: Document): string => `{{customer-link:${kind}:${id}}}`
