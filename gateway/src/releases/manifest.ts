import * as z from 'zod'
import { Manifest } from '../api.ts'

/** A path without the names of its parameters: two that are equal here answer the same addresses. */
export const patternOf = (path: string): string => path.replace(/:\w+/g, ':')

/** The path or the kind of record that two remotes both claim, in words; undefined where they claim none. */
export function commonClaim(one: Manifest, other: Manifest): string | undefined {
  const patterns = new Set(one.paths.map(patternOf))
  const path = other.paths.find((it) => patterns.has(patternOf(it)))
  if (path) return `${one.name} and ${other.name} both claim the path ${path}`
  const kinds = new Set(one.records?.map(({ kind }) => kind))
  const record = other.records?.find(({ kind }) => kinds.has(kind))
  return record && `${one.name} and ${other.name} both claim the record ${record.kind}`
}

const hasPlaceholder = (address: string) => /:[a-z]/i.test(address)

/** Addresses that cannot work, each with where it stands and why. */
function problemsOf(manifest: Manifest): { path: (string | number)[]; message: string }[] {
  const { paths, widgets, needs = {}, home, create = [], commands = [], records = [], shows = [] } = manifest
  const patterns = new Set(paths.map(patternOf))
  const isOwn = (address: string) => patterns.has(patternOf(address.split('?')[0] as string))
  const foreign = (address: string | undefined, ...path: (string | number)[]) =>
    address === undefined || isOwn(address)
      ? []
      : { path, message: `${address} is not below one of its paths` }
  const fixed = (address: string, ...path: (string | number)[]) =>
    hasPlaceholder(address)
      ? { path, message: `${address} has a placeholder; that is for \`prefilled\`` }
      : []
  return [
    ...Object.keys(needs).map((name) =>
      paths.includes(name) || widgets.includes(name)
        ? []
        : { path: ['needs', name], message: `${name} is none of its paths and widgets` },
    ),
    foreign(home?.to, 'home', 'to'),
    ...create.flatMap(({ to, prefilled }, n) => [
      foreign(to, 'create', n, 'to'),
      fixed(to, 'create', n, 'to'),
      foreign(prefilled, 'create', n, 'prefilled'),
    ]),
    ...commands.map(({ to }, n) => (to.startsWith('tel:') ? [] : foreign(to, 'commands', n, 'to'))),
    ...records.flatMap(({ to, read, name, related }, n) => [
      foreign(to, 'records', n, 'to'),
      read === undefined && (name ?? related)
        ? { path: ['records', n, 'read'], message: '`name` and `related` are fields of what `read` answers' }
        : [],
      read?.startsWith('/api/') === false
        ? { path: ['records', n, 'read'], message: `${read} is not below /api/` }
        : [],
    ]),
    ...shows.flatMap((address, n) => [
      foreign(address, 'shows', n),
      hasPlaceholder(address) ? [] : { path: ['shows', n], message: `${address} names no record` },
    ]),
  ].flat()
}

const CheckedManifest = Manifest.check(({ value, issues }) => {
  for (const problem of problemsOf(value)) issues.push({ code: 'custom', input: value, ...problem })
})

/** A `mfe.json` whose addresses can work. Throws an error that names `file` and every problem. */
export function parseManifest(json: unknown, file: string): Manifest {
  const { data, error } = CheckedManifest.safeParse(json)
  if (error) throw new Error(`${file} is wrong:\n${z.prettifyError(error)}`)
  return data
}
