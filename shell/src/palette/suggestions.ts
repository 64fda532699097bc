import { navEntries, withShortcuts } from '../navigation.ts'
import { settingsSections } from '../settings/sections.ts'
import type { Site } from '../site.ts'
import {
  type Address,
  commandsOf,
  creationsOf,
  fillAddress,
  kindsIn,
  placeOf,
  type RecordIds,
  type RecordsInView,
  reachableKinds,
} from './declarations.ts'
import type { Place } from './recentPlaces.ts'

/** A line of the palette: a link, or with `onSelect` a button. A link without `href` waits for its record. */
export type Row = {
  id: string
  label: string
  /** What people also call it; it is found by these words as well. */
  words?: string
  detail?: string
  day?: string
  /** Its shortcut, as in `g c`. */
  keys?: string
  icon: string
  href?: string | undefined
  onSelect?: () => void
}
export type Group = { id: string; heading: string; count?: string; rows: readonly Row[] }

type Known = Pick<Site, 'remotes' | 'may'> & {
  address: Address
  ids: RecordIds
  /** Undefined until they are loaded. */
  records: RecordsInView | undefined
  places: readonly Place[]
  /** What the shell itself does. */
  commands: readonly Row[]
}

const maxRecent = 5
const ownPages = (may: Site['may']) => [
  { label: 'Your account', to: '/account', icon: 'account' },
  ...settingsSections
    .filter(({ needs }) => needs.some(may))
    .map(({ label, to }) => ({ label: `${label} settings`, to, icon: 'settings' })),
]

/** What can be done with the records in view: commands and creations that name them. */
function actionsInView({ remotes, address, ids, records }: Known): Group {
  const reachable = new Set(reachableKinds(remotes, Object.keys(ids)))
  const declared = [
    ...commandsOf(remotes),
    ...creationsOf(remotes).flatMap((it) =>
      it.prefilled ? { ...it, label: newLabel(it), to: it.prefilled } : [],
    ),
  ].sort((a, b) => a.order - b.order)
  const rows = declared.flatMap(({ label, to, icon }): Row[] => {
    const kinds = kindsIn(to)
    if (kinds.length === 0 || !kinds.every((kind) => reachable.has(kind))) return []
    const href = records && fillAddress(to, records)
    const isHere = href === address.pathname + address.search
    return isHere || (records && !href) ? [] : [{ id: to, label, icon, href }]
  })
  const names = Object.values(records ?? {}).flatMap(({ name }) => name || [])
  return { id: 'in-view', heading: ['On this page', ...names].join(' · '), rows }
}

const newLabel = ({ label }: { label: string }) => `New ${label.toLowerCase()}`

/** The last places of this window but this one and those that 'Go to' has; the address names records and nothing that was typed. */
function recent({ remotes, may, address, places }: Known): Group {
  const seen = new Set([
    placeOf(remotes, address),
    '/',
    '/login',
    ...navEntries({ remotes, may }).map(({ to }) => to),
  ])
  const rows = places.flatMap((place): Row[] => {
    const href = placeOf(remotes, place)
    if (seen.has(href)) return []
    seen.add(href)
    return [{ id: `recent ${href}`, label: place.title, icon: 'recent', href }]
  })
  return { id: 'recent', heading: 'Recent', rows: rows.slice(0, maxRecent) }
}

function creations({ remotes }: Known, offered: ReadonlySet<string>): Group {
  const rows = withShortcuts(creationsOf(remotes)).map(
    (it): Row => ({
      id: `create ${it.to}`,
      label: newLabel(it),
      icon: it.icon,
      href: it.to,
      keys: `n ${it.key}`,
    }),
  )
  return { id: 'create', heading: 'Create', rows: rows.filter(({ label }) => !offered.has(label)) }
}

/** The pages of the navigation; once something is typed, what else the remotes lead to as well. */
function pages({ remotes, may, commands }: Known, isTyped: boolean): Group {
  const rowOf = ({ to, label, icon }: { to: string; label: string; icon: string }): Row => ({
    id: `go ${to}`,
    label,
    icon,
    href: to,
  })
  const places = withShortcuts(navEntries({ remotes, may }))
  const entries = places.map((it): Row => ({ ...rowOf(it), keys: `g ${it.key}` }))
  const isPlace = (to: string) => places.some((it) => it.to === to)
  const further = [
    ...commandsOf(remotes).filter(({ to }) => kindsIn(to).length === 0 && !isPlace(to)),
    ...ownPages(may),
  ]
  const rows = isTyped ? [...entries, ...further.map(rowOf), ...commands] : entries
  return { id: 'pages', heading: 'Go to', rows }
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Whether each word of `typed` begins a word of `text`. */
export function matches(text: string, typed: string): boolean {
  const words = wordsOf(text)
  const wanted = wordsOf(typed)
  return wanted.length > 0 && wanted.every((it) => words.some((word) => word.startsWith(it)))
}

/** What the palette offers without the server: all of it, or what matches the text. */
export function suggestionsFor(known: Known, typed: string): Group[] {
  const inView = actionsInView(known)
  const groups = [
    inView,
    recent(known),
    creations(known, new Set(inView.rows.map(({ label }) => label))),
    pages(known, typed !== ''),
  ]
  return groups
    .map((group) => ({
      ...group,
      rows:
        typed === ''
          ? group.rows
          : group.rows.filter(({ label, words = '' }) =>
              matches(`${group.heading} ${label} ${words}`, typed),
            ),
    }))
    .filter(({ rows }) => rows.length > 0)
}
