import type { Remote } from '@plumbline/contract'
import type { Site } from './site.ts'

export type NavEntry = Remote['nav'][number]

const dashboard: NavEntry = { label: 'Dashboard', to: '/dashboard', icon: 'dashboard', order: 10, match: [] }
export const dashboardNeeds = 'schedule.all.view'

/** The sidebar: the shell's own entry and those that the remotes declare, in their order. */
export const navEntries = ({ remotes, may }: Pick<Site, 'remotes' | 'may'>): NavEntry[] =>
  [...(may(dashboardNeeds) ? [dashboard] : []), ...remotes.flatMap((remote) => remote.nav)].sort(
    (a, b) => a.order - b.order,
  )

/** An entry is highlighted on its own path and below the prefixes it declares. `/` shows the dashboard. */
export function isCurrent({ to, match }: NavEntry, pathname: string): boolean {
  if (pathname === to || (to === '/dashboard' && (pathname === '/' || pathname === '/login'))) return true
  return match.some((prefix) => pathname.startsWith(prefix))
}

/** Entries with their shortcut: the first letter of the label that no earlier entry uses. */
export function withShortcuts<Entry extends { label: string }>(
  entries: readonly Entry[],
): (Entry & { key: string })[] {
  const usedKeys = new Set<string>()
  return entries.flatMap((entry) => {
    const key = [...entry.label.toLowerCase()].find((letter) => /[a-z]/.test(letter) && !usedKeys.has(letter))
    if (!key) return []
    usedKeys.add(key)
    return { ...entry, key }
  })
}
