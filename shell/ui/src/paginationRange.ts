/** The page numbers worth showing: the ends, the current one and its neighbours; `0` is a gap. */
export function paginationRange(current: number, count: number): number[] {
  const wanted = [1, current - 1, current, current + 1, count].filter((page) => page >= 1 && page <= count)
  const pages = [...new Set(wanted)].sort((a, b) => a - b)
  return pages.flatMap((page, index) => {
    const missing = page - (pages[index - 1] ?? 0) - 1
    return missing === 0 ? [page] : missing === 1 ? [page - 1, page] : [0, page]
  })
}
