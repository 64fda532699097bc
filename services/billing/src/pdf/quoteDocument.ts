import { dayIn } from '@plumbline/platform/time'
import { linesOfChoice, type QuoteDetails } from '../api.ts'
import { quoteStatusLabels } from '../events.ts'
import { dayText, momentText } from '../quote/dayText.ts'
import { shownLines, sumsOf } from '../quote/wording.ts'
import {
  drawHead,
  drawLines,
  drawSum,
  type Recipient,
  renderSheet,
  type Sender,
  wholeWidth,
} from './parts.ts'
import type { Sheet } from './sheet.ts'

type Content = QuoteDetails['content']
type Option = Content['options'][number]
type Approval = NonNullable<QuoteDetails['approval']>

/** What the customer has of a quote, or the draft; of an approved one what was agreed to. Its amounts are those of the answer. */
export function renderQuoteDocument(
  quote: QuoteDetails,
  sender: Sender,
  recipient: Recipient,
  timeZone: string,
): Promise<Buffer> {
  const { approval } = quote
  const content = quote.sentContent ?? quote.content
  const title = `Quote ${quote.quoteNumber}`
  const texts = [...Object.values(recipient), ...textsOf(content), approval?.signerName ?? '']
  return renderSheet({ title, at: new Date(quote.updatedAt), texts }, sender, (sheet) => {
    const whole = wholeWidth(sheet)
    drawHead(sheet, headOf(quote, content, timeZone), recipient)
    sheet.row([[content.title, whole]], { size: 12, bold: true })
    if (content.message) sheet.row([[content.message, whole]])
    sheet.space(12)
    if (approval) drawApproved(sheet, content, approval)
    else drawOffer(sheet, content)
    if (content.terms) {
      sheet.space(20)
      sheet.row([['Terms', whole]], { bold: true })
      sheet.row([[content.terms, whole]], { size: 9, muted: true })
    }
    if (approval) drawSignature(sheet, approval, timeZone)
  })
}

const textsOf = ({ title, message, terms, options, addOns }: Content): string[] => [
  ...[title, message, terms],
  ...options.flatMap(({ name, lines }) => [
    name,
    ...lines.flatMap((line) => [line.description, line.details]),
  ]),
  ...addOns.flatMap((line) => [line.description, line.details]),
]

function headOf({ quoteNumber, status, sentAt }: QuoteDetails, { validUntil }: Content, timeZone: string) {
  const isShown = status !== 'draft' && status !== 'sent' && status !== 'changes_requested'
  return {
    to: 'Prepared for',
    kind: sentAt ? 'Quote' : 'Draft',
    number: quoteNumber,
    dates: [
      sentAt && `Sent ${dayText(dayIn(timeZone, new Date(sentAt)))}`,
      validUntil && `Valid until ${dayText(validUntil)}`,
      isShown && quoteStatusLabels[status],
    ],
  }
}

/** Options one after the other, each with its own sums, and what can be added to any of them. */
function drawOffer(sheet: Sheet, content: Content): void {
  const { options, addOns } = content
  options.forEach((option, at) => {
    if (options.length > 1)
      sheet.row([[`Option ${at + 1}: ${option.name}`, wholeWidth(sheet)]], { size: 11, bold: true })
    drawLines(sheet, shownLines(option.lines, content), false)
    drawSums(sheet, option.price, content)
    sheet.space(16)
  })
  if (addOns.length === 0) return
  sheet.row([['You can add', wholeWidth(sheet)]], { size: 11, bold: true })
  // what it costs is what the customer decides on
  const offered = { show: { ...content.show, lineTotals: true } }
  drawLines(sheet, shownLines(addOns, offered), false)
  const note = 'Before discount and tax. The total is that of an option without add-ons.'
  sheet.row([[note, wholeWidth(sheet)]], { size: 9, muted: true })
}

/** The option and the add-ons that were chosen. */
function drawApproved(sheet: Sheet, content: Content, approval: Approval): void {
  const { option, lines } = linesOfChoice(content, approval)
  if (option?.name) sheet.row([[option.name, wholeWidth(sheet)]], { size: 11, bold: true })
  drawLines(sheet, shownLines(lines, content), false)
  drawSums(sheet, approval.price, content)
}

function drawSums(sheet: Sheet, price: Option['price'], content: Content): void {
  for (const { text, amount, isTotal } of sumsOf(price, content)) drawSum(sheet, text, amount, isTotal)
}

function drawSignature(sheet: Sheet, { by, signerName, signature, at }: Approval, timeZone: string): void {
  const who = signerName ?? 'the customer'
  const moment = momentText(timeZone, at, '')
  const text = by === 'customer' ? `Approved by ${who} ${moment}.` : `Approved for ${who} by us ${moment}.`
  sheet.space(20)
  if (signature) sheet.strokes(signature, { width: 600, height: 200, scale: 0.3 })
  sheet.row([[text, wholeWidth(sheet)]])
}
