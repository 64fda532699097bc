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
  /** A person's name as search text. */
  names: string | null
  /** See `nameSpellings`. */
  spellings: string | null
  /** Its own words; those of its customer are joined when a question is asked. */
  text: string
  facts: F
}

type Searched = Pick<SearchDocument, 'at' | 'text'> &
  Partial<Pick<SearchDocument, 'number' | 'phone' | 'names' | 'spellings'>>

export const toDocument = <F extends Facts>(
  kind: DocumentKind,
  facts: F,
  searched: Searched,
): SearchDocument<F> => ({
  stream: `${kind}-${facts.id}`,
  kind,
  id: facts.id,
  customerId: facts.customerId,
  number: null,
  phone: null,
  names: null,
  spellings: null,
  ...searched,
  facts,
})
