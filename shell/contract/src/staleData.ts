import { atom, getDefaultStore } from 'jotai'

/** Paths that were last answered with older data than this browser has seen, and when. */
export const stalePathsAtom = atom<ReadonlyMap<string, number>>(new Map<string, number>())
const store = getDefaultStore()

/** Reads from an answer whether its data is up to date; the gateway marks data that is not. */
export function noteFreshness(path: string, answer: Pick<Response, 'headers'>): void {
  const stalePaths = new Map(store.get(stalePathsAtom))
  const wasStale = stalePaths.delete(path)
  const isStale = answer.headers.get('x-stale-data') === 'true'
  if (isStale) stalePaths.set(path, performance.now())
  if (isStale || wasStale) store.set(stalePathsAtom, stalePaths)
}

/** Drops paths that were not read again since: their pages are closed. */
export function forgetStalePaths(readBefore: number): void {
  const stalePaths = [...store.get(stalePathsAtom)].filter(([, readAt]) => readAt >= readBefore)
  store.set(stalePathsAtom, new Map(stalePaths))
}
