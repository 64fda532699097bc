import { rejection } from '@plumbline/platform/errors'
import { centsOf, priceText } from '@plumbline/platform/money'
import { linesOfChoice, priceOfStored, type QuoteChoice, type QuoteDetails } from '../api.ts'
import { toPrice } from '../quote/details.ts'

export type Content = QuoteDetails['content']
export type Price = Content['options'][number]['price']

/** What the customer has: never a revision that was not sent. */
export const sentContentOf = ({ sentContent, content }: QuoteDetails): Content => sentContent ?? content

/** What was chosen, and what it comes to. @throws `invalid` for what is not offered. */
export function choiceOf(content: Content, choice: QuoteChoice) {
  const { option, added, lines } = linesOfChoice(content, choice)
  if (!option || added.length !== new Set(choice.addOnIds).size)
    throw rejection('invalid', 'Please choose what is offered.')
  return { name: option.name, lines, price: toPrice(priceOfStored(content, choice)) }
}

/** The sentence that a customer agrees to; it is stored with the approval. */
export const consentText = (
  { quoteNumber, sentRevision }: Pick<QuoteDetails, 'quoteNumber' | 'sentRevision'>,
  { total }: Pick<Price, 'total'>,
): string =>
  `By pressing “Approve” I agree to quote ${quoteNumber}, version ${sentRevision}, for ${priceText(centsOf(total))}, and to its terms.`

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

/** The signature of a form; undefined where there is none. @throws `invalid` for one that is hardly a stroke, or is missing. */
export function checkSignature(path: string, { isRequired }: { isRequired: boolean }): string | undefined {
  if (path === '' && isRequired)
    throw rejection('invalid', 'Please sign with a finger or a mouse, below your name.')
  if (path === '') return undefined
  if (strokesLength(path) < minSignatureLength)
    throw rejection('invalid', 'Please sign with your whole name, or clear the signature.')
  return path
}
