import type { Remote } from '@plumbline/contract'

/** Addresses of manifests, by the names of the remotes that come from there in this tab. */
export type Overrides = Record<string, string>

const storageKey = 'remote-overrides'
const timeoutMs = 3_000

/** The origins that REMOTE_OVERRIDES of the gateway allows; usually none. */
const allowedOrigins = (): string[] => JSON.parse(document.getElementById(storageKey)?.textContent || '[]')

const readStored = (): Overrides => JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
const store = (overrides: Overrides) => sessionStorage.setItem(storageKey, JSON.stringify(overrides))

/** `?mfe.crm=http://localhost:4301/mf-manifest.json`, taken out of the address and kept for the tab. */
function parseOverrides(origins: readonly string[]): Overrides {
  const overrides = readStored()
  const here = new URL(location.href)
  for (const [key, address] of [...here.searchParams]) {
    if (!key.startsWith('mfe.')) continue
    here.searchParams.delete(key)
    if (URL.canParse(address) && origins.includes(new URL(address).origin)) overrides[key.slice(4)] = address
    else console.error(`${address} is not in REMOTE_OVERRIDES (${origins.join(', ')})`)
  }
  history.replaceState(history.state, '', here)
  store(overrides)
  // an origin may have been removed from the list since
  return Object.fromEntries(
    Object.entries(overrides).filter(([, address]) => origins.includes(new URL(address).origin)),
  )
}

/** The remote as a developer serves it; when their server is down, its paths and entries from the release. */
async function fetchOverride(address: string, name: string, released: Remote | undefined): Promise<Remote[]> {
  const release = { build: 'override', entry: address, integrity: {}, preload: [] }
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const manifest = await (await fetch(new URL('mfe.json', address), { signal })).json()
    return [{ ...manifest, name, release }]
  } catch {
    return released ? [{ ...released, release }] : []
  }
}

/** The remotes of this tab: the released ones, with those that a developer overrides replaced. */
export async function withOverrides(
  remotes: readonly Remote[],
): Promise<{ remotes: readonly Remote[]; overrides: Overrides }> {
  const origins = allowedOrigins()
  if (origins.length === 0) return { remotes, overrides: {} }
  const overrides = parseOverrides(origins)
  const theirs = await Promise.all(
    Object.entries(overrides).map(([name, address]) =>
      fetchOverride(
        address,
        name,
        remotes.find((it) => it.name === name),
      ),
    ),
  )
  return { remotes: [...remotes.filter(({ name }) => !overrides[name]), ...theirs.flat()], overrides }
}

/** Returns to the released remote. */
export function dropOverride(name: string): void {
  const { [name]: _, ...others } = readStored()
  store(others)
  location.reload()
}
