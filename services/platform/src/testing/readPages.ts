type Answered = { json: unknown; headers: Headers }

/** All items of a list, page by page through the `Link` header. */
export async function readPages<Item>(
  get: (path: string) => Promise<Answered>,
  firstPath: string,
): Promise<Item[][]> {
  const pages: Item[][] = []
  for (let path: string | undefined = firstPath; path; ) {
    const { json, headers }: Answered = await get(path)
    pages.push(json as Item[])
    path = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
  }
  return pages
}
