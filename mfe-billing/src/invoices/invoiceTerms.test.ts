import { expect, it } from 'vitest'
import { defaultTaxRate, firstSentence } from './invoiceTerms.ts'

const taxRates = [
  { id: 1, name: 'City', percent: '1.5', isDefault: false },
  { id: 2, name: 'State', percent: '7.375', isDefault: true },
]

it('an invoice begins with the default rate, and without one where the service is not taxed', () => {
  const terms = { taxRates, untaxedServices: ['Painting'] }
  expect([undefined, 'Plumbing', 'Painting'].map((service) => defaultTaxRate(terms, service))).toEqual([
    '7.375',
    '7.375',
    '',
  ])
  expect(defaultTaxRate({ taxRates: taxRates.slice(0, 1), untaxedServices: [] })).toBe('')
})

it.each([
  [
    'Payment is due in full on completion. Non-payment may lead to a lien.',
    'Payment is due in full on completion.',
  ],
  ['Due in 14 days', 'Due in 14 days'],
  ['', ''],
])('the first sentence of %j is %j', (text, sentence) => expect(firstSentence(text)).toBe(sentence))
