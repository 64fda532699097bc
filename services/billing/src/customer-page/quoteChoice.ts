import { rejection } from '@plumbline/platform/errors'
import { centsOf, dollars, moneyText } from '@plumbline/platform/money'
import { priceOfLines, type QuoteDetails } from '../api.ts'

export type Content = QuoteDetails['content']
export type Price = Content['options'][number]['price']
export type Choice = { optionId: number; addOnIds: readonly number[] }

/** What the customer has: never a revision that was not sent. */
export const sentContentOf = ({ sentContent, content }: QuoteDetails): Content => sentContent ?? content

/** What was chosen, and what it comes to. @throws `invalid` for what is not offered. */
export function choiceOf(content: Content, { optionId, addOnIds }: Choice) {
  const option = content.options.find(({ id }) => id === optionId)
  const addOns = content.addOns.filter(({ id }) => addOnIds.includes(id))
  if (!option || addOns.length !== new Set(addOnIds).size)
    throw rejection('invalid', 'Please choose what is offered.')
  const lines = [...option.lines, ...addOns]
  return { name: option.name, lines, price: priceOf(lines, content) }
}

function priceOf(
  lines: Content['options'][number]['lines'],
  { discount, deposit, taxPercent }: Content,
): Price {
  const {
    subtotal,
    discount: off,
    tax,
    total,
    deposit: asked,
  } = priceOfLines(
    lines.map(({ unitPrice, ...line }) => ({ ...line, unitPriceCents: centsOf(unitPrice) })),
    { taxPercent, discount: toShare(discount), deposit: toShare(deposit) },
  )
  return {
    subtotal: moneyText(subtotal),
    discount: moneyText(off),
    tax: moneyText(tax),
    total: moneyText(total),
    deposit: moneyText(asked),
  }
}

const toShare = (share: Content['discount']) =>
  share && ('percent' in share ? share : { cents: centsOf(share.amount) })

/** The sentence that a customer agrees to; it is stored with the approval. */
export const consentText = (
  { quoteNumber, sentRevision }: Pick<QuoteDetails, 'quoteNumber' | 'sentRevision'>,
  { total }: Pick<Price, 'total'>,
): string =>
  `By pressing “Approve” I agree to quote ${quoteNumber}, version ${sentRevision}, for ${dollars(centsOf(total))}, and to its terms.`

/** Shorter than this is a slip of the finger: in the units of a signature, which is 600 wide. */
const minSignatureLength = 60

/** The length of all strokes of a signature. */
export function strokesLength(path: string): number {
  const strokes = path
    .split('M')
    .filter(Boolean)
    .map((stroke) => stroke.split('L').map((point) => point.split(' ').map(Number) as [number, number]))
  return strokes.reduce(
    (sum, points) =>
      points.reduce((length, [x, y], at) => {
        const [fromX, fromY] = points[at - 1] ?? [x, y]
        return length + Math.hypot(x - fromX, y - fromY)
      }, sum),
    0,
  )
}

/** The signature of a form; undefined where there is none. @throws `invalid` for one that is hardly a stroke. */
export function checkSignature(path: string): string | undefined {
  if (path === '') return undefined
  if (strokesLength(path) < minSignatureLength)
    throw rejection('invalid', 'Please sign with your whole name, or clear the signature.')
  return path
}
