// a window in the background may run its timers once a minute: another one leads by then
const leaseMs = 6_000
const renewMs = 2_000

type Lease = { owner: string; until: number }

/**
 * Runs `work` in one window of this browser at a time, where there are no locks because there is no HTTPS. The window that
 * leads writes so into the storage that all windows share, again and again; of two that begin at one moment the one that wrote
 * last goes on. `signal` aborts when another window took over.
 */
export function leadByLease(name: string, work: (signal: AbortSignal) => Promise<void>): void {
  const owner = String(Math.random())
  let leading: AbortController | undefined
  const read = (): Lease | null => JSON.parse(localStorage.getItem(name) ?? 'null')
  const stop = () => {
    leading?.abort()
    leading = undefined
  }
  const renew = () => {
    const lease = read()
    if (lease && lease.owner !== owner && lease.until > Date.now()) return stop()
    localStorage.setItem(name, JSON.stringify({ owner, until: Date.now() + leaseMs } satisfies Lease))
    if (leading) return
    leading = new AbortController()
    void work(leading.signal)
  }
  const timer = setInterval(renew, renewMs)
  const onStorage = ({ key }: StorageEvent) => key === name && renew()
  window.addEventListener('storage', onStorage)
  window.addEventListener(
    'pagehide',
    () => {
      clearInterval(timer)
      window.removeEventListener('storage', onStorage)
      if (read()?.owner === owner) localStorage.removeItem(name)
      stop()
    },
    { once: true },
  )
  renew()
}
