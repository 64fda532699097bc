/** The `Link` header of a page that is followed by another: the same query from the cursor on. */
export function nextLink(path: string, query: Record<string, unknown>, cursor: string): string {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)])
  return `<${path}?${new URLSearchParams({ ...Object.fromEntries(given), cursor })}>; rel="next"`
}
