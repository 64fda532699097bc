export const blocksIn = (element: Element): HTMLElement[] => [
  ...element.querySelectorAll<HTMLElement>('[data-appointment]'),
]

const topOf = (element: Element) => element.getBoundingClientRect().top

/** The block that is vertically nearest, in the next day or lane of this direction that has any. */
export function nearestInNextColumn(block: Element, direction: number): HTMLElement | undefined {
  let column: Element | null | undefined = block.closest('[data-day]')
  do column = direction > 0 ? column?.nextElementSibling : column?.previousElementSibling
  while (column && blocksIn(column).length === 0)
  if (!column) return undefined
  const distance = (it: Element) => Math.abs(topOf(it) - topOf(block))
  return blocksIn(column).sort((a, b) => distance(a) - distance(b))[0]
}
