import type { Db } from '@plumbline/platform/db'
import type { SearchHit } from '../api.ts'
import { customers } from '../customers.ts'
import { type AppointmentFacts, describeAppointment } from './kinds/appointment.ts'
import { describeInvoice, type InvoiceFacts } from './kinds/invoice.ts'
import { describeMessage, type MessageFacts } from './kinds/message.ts'
import { describePerson, type PersonFacts } from './kinds/person.ts'
import { describeQuote, type QuoteFacts } from './kinds/quote.ts'
import type { FoundDocument } from './queries.ts'

/** Documents as answers show them, with the customers that they belong to today. */
export async function toHits(
  db: Db,
  documents: readonly FoundDocument[],
  timeZone: string,
): Promise<SearchHit[]> {
  const ids = documents.flatMap(({ customerId }) => customerId ?? [])
  const customersById = ids.length > 0 ? await customers.findMany(db, ids) : new Map()
  return documents.map((document) => {
    const { kind, id, at } = document
    const customer = customersById.get(document.customerId ?? 0)
    const customerId = kind === 'customer' ? id : (customer?.id ?? document.customerId)
    return { id, kind, customerId, ...describe(document, customer?.name ?? 'Unknown Customer', timeZone), at }
  })
}

function describe(
  { kind, facts }: FoundDocument,
  customerName: string,
  timeZone: string,
): Pick<SearchHit, 'title' | 'subtitle'> {
  switch (kind) {
    case 'customer':
    case 'lead':
      return describePerson(facts as PersonFacts)
    case 'appointment':
      return describeAppointment(facts as AppointmentFacts, customerName, timeZone)
    case 'quote':
      return describeQuote(facts as QuoteFacts, customerName)
    case 'invoice':
      return describeInvoice(facts as InvoiceFacts, customerName)
    case 'message':
      return describeMessage(facts as MessageFacts, customerName)
  }
}
