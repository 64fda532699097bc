import type { QuoteContent, QuoteLine } from '../events.ts'

/** Those of the options, then the add-ons. */
export const linesOf = <Line>({
  options,
  addOns,
}: {
  options: readonly { lines: readonly Line[] }[]
  addOns: readonly Line[]
}): readonly Line[] => [...options.flatMap(({ lines }) => lines), ...addOns]

/** What the customer is offered: ids of lines are the business's own. */
export const offerOf = (content: QuoteContent): QuoteContent =>
  mapLines(content, ({ lineId: _, ...line }) => line)

type Identified = QuoteLine & { lineId: number }

/** Gives each line an id: its own where no line before it has that, else one that is not among the used ones. */
export function withLineIds(content: QuoteContent, used: readonly number[] = []): QuoteContent {
  const given = linesOf(content).flatMap(({ lineId }) => lineId ?? [])
  const taken = new Set<number>()
  let last = Math.max(0, ...used, ...given)
  return mapLines(content, (line): Identified => {
    const lineId = line.lineId !== undefined && !taken.has(line.lineId) ? line.lineId : ++last
    taken.add(lineId)
    return { ...line, lineId }
  })
}

/** The same content with other lines. */
export const mapLines = (
  content: QuoteContent,
  change: <Line extends QuoteLine>(line: Line) => QuoteLine,
): QuoteContent => ({
  ...content,
  options: content.options.map((option) => ({ ...option, lines: option.lines.map(change) })),
  addOns: content.addOns.map((addOn) => ({ ...change(addOn), addOnId: addOn.addOnId })),
})
