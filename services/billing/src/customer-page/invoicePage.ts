import {
  actions,
  amounts,
  documentPage,
  facts,
  html,
  linkButton,
  pagePath,
  paragraph,
  printButton,
  section,
  state,
} from '@plumbline/platform/customer-page'
import { centsOf, dollars } from '@plumbline/platform/money'
import type { CustomerPage } from '@plumbline/platform/schemas'
import { type InvoiceDetails, type InvoiceStatus, paymentTerms } from '../api.ts'
import type { InvoiceAnswer } from '../invoice/details.ts'
import { hasOwnDescription, hasTax, isOwed, money, paymentTexts, unitPriceText } from '../invoice/wording.ts'
import { dayText } from '../quote/dayText.ts'

const stateOf = ({ status, paidDate, dueDate }: InvoiceDetails): string =>
  ({
    draft: 'Draft',
    pending: `Due ${dayText(dueDate)}`,
    overdue: `Was due ${dayText(dueDate)}`,
    paid: `Paid${paidDate ? ` ${dayText(paidDate)}` : ''}`,
    void: 'Void',
  })[status satisfies InvoiceStatus]

/** An invoice as its customer sees it: nothing in it is internal. A paid one is a receipt. */
export function invoicePage({ details, customer, issued }: InvoiceAnswer): CustomerPage {
  const { id, invoiceNumber, status, issueDate, description, balance } = details
  const title = `${status === 'paid' ? 'Receipt for invoice' : 'Invoice'} ${invoiceNumber}`
  return documentPage(
    title,
    state(stateOf(details), status === 'paid' ? 'done' : status === 'void' ? 'over' : 'open'),
    html`<h1>${title}</h1>`,
    hasOwnDescription(details) ? paragraph(description) : '',
    status === 'void' ? paragraph('This invoice is void: nothing is owed on it.') : '',
    facts({
      'Balance due': isOwed(details) ? html`<span class="due">${money(balance)}</span>` : null,
      'Billed to': [customer?.name, customer?.address].filter(Boolean).join('\n'),
      Issued: issueDate && dayText(issueDate),
    }),
    amounts('What it is for', linesOf(details), sumsOf(details)),
    details.payments.length > 0
      ? section(
          'Payments',
          amounts(
            'Payments',
            paymentTexts(details).map(({ day, text, amount }) => ({ text, detail: day, amount })),
          ),
        )
      : '',
    isOwed(details)
      ? section('How to pay', ...(issued?.letterhead?.terms ?? paymentTerms).map(paragraph))
      : '',
    actions(linkButton('Download PDF', pagePath('invoice', id, 'pdf'), true), printButton),
  )
}

const linesOf = ({ lines }: InvoiceDetails) =>
  lines.map((line) => ({
    text: line.description,
    detail: unitPriceText(line),
    amount: money(line.amount),
  }))

const sumsOf = (details: InvoiceDetails) => {
  const { amount, tax, totalAmount, paidAmount, balance, status } = details
  return [
    ...(hasTax(details)
      ? [
          { text: 'Subtotal', amount: money(amount) },
          { text: 'Tax', amount: money(tax) },
        ]
      : []),
    { text: 'Total', amount: money(totalAmount), isTotal: true },
    ...(centsOf(paidAmount) > 0 ? [{ text: 'Paid', amount: dollars(-centsOf(paidAmount)) }] : []),
    ...(status === 'void' ? [] : [{ text: 'Balance due', amount: money(balance), isTotal: true }]),
  ]
}
