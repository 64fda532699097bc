import type { Remote } from '@plumbline/contract'

/** Addresses of manifests, by the names of the remotes that come from there in this tab. */
export type Overrides = Record<string, string>

const kept = 'remote-overrides'
const patienceMs = 3_000

/** The origins that the gateway allows; none unless it was told to. */
const allowed = (): string[] => JSON.parse(document.getElementById(kept)?.textContent || '[]')

const remembered = (): Overrides => JSON.parse(sessionStorage.getItem(kept) ?? '{}')
const remember = (overrides: Overrides) => sessionStorage.setItem(kept, JSON.stringify(overrides))

/** `?mfe.crm=http://localhost:4301/mf-manifest.json`, taken out of the address and kept for the tab. */
function taken(origins: readonly string[]): Overrides {
  const overrides = remembered()
  const here = new URL(location.href)
  for (const [key, address] of [...here.searchParams]) {
    if (!key.startsWith('mfe.')) continue
    here.searchParams.delete(key)
    if (URL.canParse(address) && origins.includes(new URL(address).origin)) overrides[key.slice(4)] = address
    else console.error(`${address} is not in REMOTE_OVERRIDES (${origins.join(', ')})`)
  }
  history.replaceState(history.state, '', here)
  remember(overrides)
  // what was allowed when it was kept may no longer be
  return Object.fromEntries(
    Object.entries(overrides).filter(([, address]) => origins.includes(new URL(address).origin)),
  )
}

/** The remote as its developer has it; where nobody answers, at least the paths and entries that it had. */
async function from(address: string, name: string, known: Remote | undefined): Promise<Remote[]> {
  const release = { build: 'override', entry: address, integrity: {}, preload: [] }
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const manifest = await (await fetch(new URL('mfe.json', address), { signal })).json()
    return [{ ...manifest, name, release }]
  } catch {
    return known ? [{ ...known, release }] : []
  }
}

/** The remotes of this tab: the gateway's, but for those that its user takes from elsewhere. */
export async function withOverrides(
  remotes: readonly Remote[],
): Promise<{ remotes: readonly Remote[]; overrides: Overrides }> {
  const origins = allowed()
  if (origins.length === 0) return { remotes, overrides: {} }
  const overrides = taken(origins)
  const theirs = await Promise.all(
    Object.entries(overrides).map(([name, address]) =>
      from(
        address,
        name,
        remotes.find((it) => it.name === name),
      ),
    ),
  )
  return { remotes: [...remotes.filter(({ name }) => !overrides[name]), ...theirs.flat()], overrides }
}

/** Back to what everybody has. */
export function dropOverride(name: string): void {
  const { [name]: _, ...others } = remembered()
  remember(others)
  location.reload()
}
