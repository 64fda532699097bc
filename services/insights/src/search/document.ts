import { type SearchHit, searchKinds } from '../api.ts'

export type DocumentKind = SearchHit['kind']

/** In the order in which answers have them. */
export const documentKinds = searchKinds
/** What has a name of its own; the others have the name of their customer. */
export const personKinds = ['customer', 'lead'] as const satisfies readonly DocumentKind[]

/** What the read model knows of a record: the state that its events lead to. */
export type Facts = { id: number; customerId: number | null }

/** A record as it is searched. */
export type SearchDocument<F extends Facts = Facts> = {
  /** The name of its stream. */
  stream: string
  kind: DocumentKind
  id: number
  /** As the events say; it may be a record that was merged. */
  customerId: number | null
  /** What it is ordered by: the newest are found first. */
  at: string
  /** Of an invoice that is issued. */
  number: number | null
  /** The digits of a person's phone. */
  phone: string | null
  /** See `nameSpellings`. */
  spellings: string | null
  facts: F
} & {
  /** Its own words, in the column of its kind; those of its customer are joined when a question is asked. */
  [Kind in DocumentKind as `${Kind}Text`]: string | null
} & {
  /** The name of a person as search text. */
  [Kind in (typeof personKinds)[number] as `${Kind}Names`]: string | null
}

type Searched = Pick<SearchDocument, 'at'> & { text: string } & Partial<
    Pick<SearchDocument, 'number' | 'phone' | 'spellings' | 'customerNames' | 'leadNames'>
  >

export const toDocument = <F extends Facts>(
  kind: DocumentKind,
  facts: F,
  { text, ...searched }: Searched,
): SearchDocument<F> => ({
  stream: `${kind}-${facts.id}`,
  kind,
  id: facts.id,
  customerId: facts.customerId,
  number: null,
  phone: null,
  spellings: null,
  customerNames: null,
  leadNames: null,
  ...searched,
  customerText: null,
  leadText: null,
  appointmentText: null,
  invoiceText: null,
  messageText: null,
  [`${kind}Text`]: text,
  facts,
})
