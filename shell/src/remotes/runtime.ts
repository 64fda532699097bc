import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerRemotes as register,
  registerPlugins,
} from '@module-federation/enhanced/runtime'
import {
  contractVersion,
  type Lender,
  oldestContract,
  type Remote,
  type RoutesModule,
  type WidgetsModule,
} from '@plumbline/contract'

const timeoutMs = 5_000

/** Whether code did not arrive, and may on another try. Code that arrived and threw stays what it is until the page is loaded again. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'ChunkLoadError' || /RUNTIME-\d{3}/.test(error.message))

/** A remote that cannot be had just now. */
export class RemoteUnavailable extends Error {
  override name = 'RemoteUnavailable'
  readonly title: string
  /** Its code arrived and threw, so that another try is of no use. */
  readonly isBroken: boolean
  constructor(title: string, cause: unknown) {
    super(`${title} is not available`, { cause })
    this.title = title
    this.isBroken = !isLoadFailure(cause)
  }
}

const moduleName = (name: string) => `mfe_${name.replaceAll('-', '_')}`

/** Time-outs, integrity and one credentials mode for whatever the runtime loads. */
function guard(remotes: readonly Remote[]): ModuleFederationRuntimePlugin {
  const hashes = new Map<string, string>()
  for (const { release } of remotes) {
    const base = release?.entry.slice(0, release.entry.lastIndexOf('/') + 1)
    for (const [file, hash] of Object.entries(release?.integrity ?? {}))
      hashes.set(new URL(base + file, location.origin).href, hash)
  }
  return {
    name: 'guard',
    fetch: async (url, init) => {
      const integrity = hashes.get(new URL(url, location.origin).href)
      const answer = await fetch(url, {
        ...init,
        signal: AbortSignal.timeout(timeoutMs),
        integrity,
      })
      if (!answer.ok) throw new Error(`${answer.status} for ${url}`)
      return answer
    },
    createScript: ({ url }) => {
      const script = document.createElement('script')
      script.src = url
      script.crossOrigin = 'anonymous'
      const integrity = hashes.get(new URL(url, location.origin).href)
      if (integrity) script.integrity = integrity
      return { script, timeout: timeoutMs }
    },
    createLink: ({ url, attrs }) => {
      const link = document.createElement('link')
      for (const [name, value] of Object.entries(attrs ?? {})) link.setAttribute(name, String(value))
      link.href = url
      link.crossOrigin = 'anonymous'
      return link
    },
  }
}

/** Whether a remote was built for this shell; another one is not loaded, since it could not run. */
export const isContractCompatible = ({ contract }: Remote): boolean =>
  contract >= oldestContract && contract <= contractVersion

/** Makes the installed remotes known; nothing of them is loaded yet. */
export function registerRemotes(remotes: readonly Remote[]): void {
  registerPlugins([guard(remotes)])
  register(
    remotes
      .filter(isContractCompatible)
      .flatMap(({ name, release }) =>
        release ? [{ name: moduleName(name), entry: new URL(release.entry, location.origin).href }] : [],
      ),
  )
}

/** Whether the gateway gave it; what runs on a developer's machine is no concern of the gateway's. */
export const isReleased = ({ release }: Pick<Remote, 'release'>): boolean =>
  release?.entry.startsWith('/remotes/') ?? false

/** Reports to the gateway that a build does not work; a report that fails is dropped. */
export function reportFailure({ name, release }: Pick<Remote, 'name' | 'release'>, cause: unknown): void {
  if (!release || !isReleased({ release })) return
  const reason = String(cause instanceof Error ? cause.message : cause).slice(0, 500)
  const body = JSON.stringify({ build: release.build, reason })
  const headers = { 'Content-Type': 'application/json' }
  fetch(`/api/remotes/${name}/failures`, { method: 'POST', headers, body, keepalive: true }).catch(() => {})
}

/** The error for a part of a remote that did not load; reported to the gateway. */
export function remoteUnavailable(remote: Remote, cause: unknown): RemoteUnavailable {
  reportFailure(remote, cause)
  return new RemoteUnavailable(remote.title, cause)
}

async function load<Module>(remote: Remote, exposed: string): Promise<Module> {
  try {
    const module = await loadRemote<Module>(`${moduleName(remote.name)}/${exposed}`)
    if (!module) throw new Error('nothing was loaded')
    return module
  } catch (cause) {
    throw remoteUnavailable(remote, cause)
  }
}

/** Loads a remote's routes or widgets; a second call after a failure tries again. */
export const loadRoutes = (remote: Remote) => load<RoutesModule>(remote, 'routes')
export const loadWidgets = (remote: Remote) => load<WidgetsModule>(remote, 'widgets')

/** Finds a widget among those that the remotes declare in their `mfe.json`. */
export const widgetLoader =
  (remotes: readonly Remote[]) =>
  (remoteName: string, name: string): Lender | null => {
    const remote = remotes.find((it) => it.name === remoteName)
    if (!remote?.release || !isContractCompatible(remote) || !remote.widgets.includes(name)) return null
    const load = async () => {
      const widget = (await loadWidgets(remote))[name]
      if (!widget) throw new Error(`${remote.name} has no widget ${name}`)
      return widget
    }
    return { title: remote.title, load }
  }
