import {
  type Columns,
  type ColumnsOf,
  int,
  jsonb,
  type RowOf,
  text,
  timestamptz,
} from '@plumbline/platform/projections'
import { type SearchHit, searchKinds } from '../api.ts'

export type DocumentKind = SearchHit['kind']

/** In the order in which answers have them. */
export const documentKinds = searchKinds
/** What has a name of its own; the others have the name of their customer. */
export const personKinds = ['customer', 'lead'] as const satisfies readonly DocumentKind[]

/** What the read model knows of a record: the state that its events lead to. */
export type Facts = { id: number; customerId: number | null }

export const documentColumns = {
  /** The name of its stream. */
  stream: text,
  kind: text.of<DocumentKind>(),
  id: int,
  /** As the events say; it may be a record that was merged. */
  customerId: int.null,
  /** What it is ordered by: the newest are found first. */
  at: timestamptz,
  /** The members who do it, of an appointment. */
  assigneeIds: jsonb.of<number[]>().null,
  /** Of an invoice that is issued. */
  number: int.null,
  /** The digits of a person's phone. */
  phone: text.null,
  /** The name of a person as search text. */
  customerNames: text.null,
  leadNames: text.null,
  /** See `nameSpellings`. */
  spellings: text.null,
  /** Its own words, in the column of its kind; those of its customer are joined when a question is asked. */
  customerText: text.null,
  leadText: text.null,
  appointmentText: text.null,
  quoteText: text.null,
  invoiceText: text.null,
  messageText: text.null,
  facts: jsonb.of<Facts>(),
} satisfies Columns &
  ColumnsOf<Record<`${DocumentKind}Text` | `${(typeof personKinds)[number]}Names`, string | null>>

/** A record as it is searched. */
export type SearchDocument<F extends Facts = Facts> = Omit<RowOf<typeof documentColumns>, 'facts'> & {
  facts: F
}

type Searched = Pick<SearchDocument, 'at'> & { text: string } & Partial<
    Pick<SearchDocument, 'assigneeIds' | 'number' | 'phone' | 'spellings' | 'customerNames' | 'leadNames'>
  >

export const toDocument = <F extends Facts>(
  kind: DocumentKind,
  facts: F,
  { text: words, ...searched }: Searched,
): SearchDocument<F> => ({
  stream: `${kind}-${facts.id}`,
  kind,
  id: facts.id,
  customerId: facts.customerId,
  assigneeIds: null,
  number: null,
  phone: null,
  spellings: null,
  customerNames: null,
  leadNames: null,
  ...searched,
  customerText: null,
  leadText: null,
  appointmentText: null,
  quoteText: null,
  invoiceText: null,
  messageText: null,
  [`${kind}Text`]: words,
  facts,
})
