import { buffer } from 'node:stream/consumers'
import { centsOf, dollars } from '@plumbline/platform/money'
import type { Letterhead } from '../events.ts'
import { money, unitPriceText } from '../invoice/wording.ts'
import { findFonts } from './fonts.ts'
import { type Column, createSheet, type Sheet, type SheetPicture } from './sheet.ts'

// what every document of the business has in common

/** Who sends the document. Without terms of its own an invoice has the documented ones. */
export type Business = Omit<Letterhead, 'logo'> & { name: string; phone: string; email: string }
export type Sender = Business & { logo?: SheetPicture | undefined }
export type Recipient = { name: string; address: string | null }

/** In points. */
const maxLogo = { width: 180, height: 54 }

const missingLetters = 'A question mark may stand for a letter that this document cannot show.'

const left: Column = { x: 0, width: 290 }
const right: Column = { x: 300, width: 204, align: 'right' }
const columns: Record<'text' | 'amount' | 'tax' | 'total', Column> = {
  text: { x: 0, width: 270 },
  amount: { x: 280, width: 70, align: 'right' },
  tax: { x: 355, width: 65, align: 'right' },
  total: { x: 425, width: 79, align: 'right' },
}
export const amountColumn = columns.total
const label: Column = { x: 280, width: 140, align: 'right' }

export const wholeWidth = (sheet: Sheet): Column => ({ x: 0, width: sheet.width })

/** A document under the letterhead. `texts`: all that is drawn of it and not of the sender. */
export async function renderSheet(
  { title, at, texts }: { title: string; at: Date; texts: readonly (string | null)[] },
  { logo, color, terms: _, ...business }: Sender,
  draw: (sheet: Sheet) => void,
): Promise<Buffer> {
  const { splitWord, isComplete } = await findFonts([...Object.values(business), ...texts].join(' '))
  const sheet = createSheet({ title, author: business.name, at, accent: color }, splitWord)
  if (logo) sheet.picture(logo, maxLogo)
  drawSender(sheet, business)
  draw(sheet)
  if (!isComplete) sheet.row([[missingLetters, wholeWidth(sheet)]], { size: 9, muted: true })
  sheet.doc.end()
  return buffer(sheet.doc)
}

function drawSender(sheet: Sheet, { name, address, phone, email, website, license }: Business): void {
  sheet.row([[name, left]], { size: 18, bold: true })
  const contact = [address, `${phone} · ${email}`, website, license].filter(Boolean).join('\n')
  sheet.row([[contact, left]], { muted: true })
  sheet.space(14)
  sheet.line({ isStrong: true })
  sheet.space(18)
}

type Head = {
  /** Such as `Billed to`. */
  to: string
  /** Such as `Invoice`. */
  kind: string
  number: string
  /** Each a line; what is not there is left out. */
  dates: readonly (string | false | null)[]
}

/** Who it is for, at the right of what it is. */
export function drawHead(sheet: Sheet, { to, kind, number, dates }: Head, recipient: Recipient): void {
  sheet.row(
    [
      [to, left],
      [kind, right],
    ],
    { muted: true },
  )
  sheet.row(
    [
      [recipient.name, left],
      [number, right],
    ],
    { size: 12, bold: true },
  )
  sheet.row([
    [recipient.address ?? '', left],
    [dates.filter(Boolean).join('\n'), right],
  ])
  sheet.space(20)
}

type Line = {
  description: string
  /** Below the description. */
  kind?: string
  details?: string
  /** Left out where it is not shown. */
  amount?: string
  tax?: string
  quantity?: string
  unitPrice?: string
}

/** With columns of tax or without them. */
export function drawLines(sheet: Sheet, lines: readonly Line[], isTaxed: boolean): void {
  const { amount, tax, total } = columns
  const text = isTaxed ? columns.text : { ...columns.text, width: total.x - 10 }
  const row = (description: string, [ofAmount, ofTax, ofTotal]: [string, string, string], style = {}) => {
    const taxed: [string, Column][] = [
      [ofAmount, amount],
      [ofTax, tax],
      [ofTotal, total],
    ]
    sheet.row([[description, text], ...(isTaxed ? taxed : [[ofAmount, total] as [string, Column]])], style)
  }
  const hasAmounts = lines.some((line) => line.amount !== undefined)
  row('Description', [hasAmounts ? 'Amount' : '', 'Tax', 'Total'], { size: 9, muted: true })
  sheet.space(4)
  sheet.line()
  sheet.space(6)
  for (const line of lines) {
    const { tax: ofTax = '0.00', amount: ofLine = '0.00' } = line
    const total = dollars(centsOf(ofLine) + centsOf(ofTax))
    const description = [line.description, line.kind, line.details, unitPriceText(line)]
      .filter(Boolean)
      .join('\n')
    row(description, [line.amount === undefined ? '' : money(line.amount), money(ofTax), total])
    sheet.space(6)
  }
  sheet.line()
  sheet.space(8)
}

export const drawSum = (sheet: Sheet, name: string, amount: string, bold = false): void =>
  sheet.row(
    [
      [name, label],
      [money(amount), columns.total],
    ],
    { bold },
  )
