export const blocksIn = (element: Element): HTMLElement[] => [
  ...element.querySelectorAll<HTMLElement>('[data-appointment]'),
]

/** All of a grid, column by column: what is at any time of its day, then by the hours. */
export function blocksByColumn(grid: Element): HTMLElement[] {
  const columnOf = (block: Element) => {
    const column = block.closest('[data-day]')
    return column?.parentElement ? [...column.parentElement.children].indexOf(column) : -1
  }
  return blocksIn(grid)
    .map((block) => ({ block, column: columnOf(block) }))
    .sort((a, b) => a.column - b.column)
    .map(({ block }) => block)
}

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
