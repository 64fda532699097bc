import type { QuoteDetails } from '@plumbline/billing/api'
import { expect, it } from 'vitest'
import { workOf } from './quote.ts'

const line = (description: string, quantity = '1') => ({ description, quantity })
const content = {
  options: [
    { id: 1, lines: [line('Pine boards', '20')] },
    { id: 2, lines: [line('Cedar boards', '20'), line('Labor', '6.5')] },
  ],
  addOns: [
    { id: 1, ...line('Haul away') },
    { id: 2, ...line('Stain') },
  ],
}
const quote = (more: object): QuoteDetails =>
  ({
    ...{
      id: 7,
      quoteNumber: 'QUO-000007',
      customerId: 3,
      leadId: null,
      title: 'New deck',
      content,
      sentContent: null,
    },
    ...more,
  }) as unknown as QuoteDetails

const price = { subtotal: '1000.00', discount: '100.50', tax: '65.21', total: '964.71', deposit: '0.00' }

it('the work of a quote is what was chosen, and costs what was agreed before tax', () => {
  expect(workOf(quote({ approval: { optionId: 2, addOnIds: [2], price } }))).toEqual({
    ...{ id: 7, quoteNumber: 'QUO-000007', customerId: 3, leadId: null, price: '899.50' },
    description: 'New deck\n20 × Cedar boards\n6.5 × Labor\n1 × Stain',
  })
})

it('the work is of the revision that was sent, though another was drafted', () => {
  const sentContent = { options: [{ id: 1, lines: [line('Sent boards')] }], addOns: [] }
  const work = workOf(quote({ sentContent, approval: { optionId: 1, addOnIds: [], price } }))
  expect(work?.description).toBe('New deck\n1 × Sent boards')
})

it('a quote that is not approved is no work', () => {
  expect(workOf(quote({ approval: null }))).toBeNull()
})
