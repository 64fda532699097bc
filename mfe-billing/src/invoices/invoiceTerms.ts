import { getBusiness } from '@plumbline/business/api'
import { call } from '@plumbline/contract'
import { queryOptions } from '@tanstack/react-query'

/** What the business sets of an invoice and its reminders. */
export type InvoiceTerms = Awaited<ReturnType<typeof readInvoiceTerms>>

export async function readInvoiceTerms(signal: AbortSignal) {
  const { tax, services, payment, messages, texts, estimateOptions } = await call(getBusiness, { signal })
  return {
    taxRates: tax.rates,
    untaxedServices: services.filter(({ taxable }) => !taxable).map(({ title }) => title),
    payment,
    messages,
    texts,
    estimateOptions,
  }
}

export const invoiceTermsQuery = () =>
  queryOptions({
    queryKey: ['business', 'invoice terms'],
    queryFn: ({ signal }) => readInvoiceTerms(signal),
    meta: { changedBy: ['business'] },
  })

/** The rate that an invoice begins with, of a service if there is one; empty where there is no tax. */
export const defaultTaxRate = (
  { taxRates, untaxedServices }: Pick<InvoiceTerms, 'taxRates' | 'untaxedServices'>,
  service?: string,
): string =>
  service !== undefined && untaxedServices.includes(service)
    ? ''
    : (taxRates.find(({ isDefault }) => isDefault)?.percent ?? '')

/** @example firstSentence('Payment is due at once. Thank you.') // 'Payment is due at once.' */
export const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text
