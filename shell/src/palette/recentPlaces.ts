import type { Address } from './declarations.ts'

export type Place = Address & { title: string }

const maxPlaces = 30

// in memory alone: titles name customers, and the next user of this browser starts with a new page
let places: readonly Place[] = []

/** The pages of this window, the last first. */
export const recentPlaces = (): readonly Place[] => places

/** Notes what the page at an address is called; a later name replaces an earlier one. */
export function rememberPlace({ pathname, search }: Address, title: string): void {
  const others = places.filter((it) => it.pathname !== pathname || it.search !== search)
  places = [{ pathname, search, title }, ...others].slice(0, maxPlaces)
}
