export const blocksIn = (element: Element): HTMLElement[] => [
  ...element.querySelectorAll<HTMLElement>('[data-appointment]'),
]

const topOf = (element: Element) => element.getBoundingClientRect().top

/** The block of the next shown day that has any, in this direction, that stands nearest in height. */
export function besides(block: Element, direction: number): HTMLElement | undefined {
  let column: Element | null | undefined = block.closest('[data-day]')
  do column = direction > 0 ? column?.nextElementSibling : column?.previousElementSibling
  while (column && blocksIn(column).length === 0)
  if (!column) return undefined
  const away = (it: Element) => Math.abs(topOf(it) - topOf(block))
  return blocksIn(column).sort((a, b) => away(a) - away(b))[0]
}
