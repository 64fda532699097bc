import { call } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { linkInvoice, linkQuote } from '@plumbline/crm/api'
import { copyText } from '@plumbline/ui'

const endpoints = { invoice: linkInvoice, quote: linkQuote }

/** Copies the link by which the customer opens an invoice or a quote; it works for another 30 days. */
export const useCopyLink = (kind: keyof typeof endpoints) =>
  useAction(
    async (id: number) => {
      const issued = call(endpoints[kind], { params: { id } })
      await copyText(issued.then(({ path }) => location.origin + path))
    },
    {
      success: `Copied. With this link the customer opens this ${kind}, for 30 days.`,
      failure: 'Failed to copy the link. Please try again.',
    },
  )
