import { css } from '@emotion/react'
import type { Invoice } from '@plumbline/billing/api'
import { Button, space } from '@plumbline/ui'
import { useRef } from 'react'
import { isOwed } from './invoice.ts'
import { useFocusFallback } from './useFocusFallback.ts'

/** Opens what a list offers for one of its invoices; no payments in a list of a past day. */
export type ListActionsProps = {
  invoice: Invoice
  onOpen: (invoice: Invoice) => void
  onPay: ((invoice: Invoice) => void) | undefined
}

const row = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  width: 100%;
`

/** 'View Details' and 'Process Payment' of an invoice in a list. */
export function ListActions({ invoice, onOpen, onPay }: ListActionsProps) {
  const details = useRef<HTMLButtonElement>(null)
  useFocusFallback(details, isOwed(invoice))
  return (
    <span css={row} data-actions>
      <Button
        ref={details}
        size="sm"
        aria-label={`View Details of invoice #${invoice.id}`}
        onClick={() => onOpen(invoice)}
      >
        View Details
      </Button>
      {onPay && isOwed(invoice) && (
        <Button
          size="sm"
          aria-label={`Process Payment of invoice #${invoice.id}`}
          onClick={() => onPay(invoice)}
        >
          Process Payment
        </Button>
      )}
    </span>
  )
}
