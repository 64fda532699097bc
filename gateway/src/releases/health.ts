const windowMs = 600_000
// one browser can be broken, or lie; several are a sign
const minSessions = 3
const minShare = 0.25

type Build = { loaded: Map<string, number>; failed: Map<string, number> }

/** Which sessions were given a build, and which of them reported that it fails, during the last ten minutes. */
export function createRemoteHealth(clock: () => number) {
  const builds = new Map<string, Build>()

  function recent(name: string, build: string): Build {
    const key = `${name} ${build}`
    const found = builds.get(key) ?? { loaded: new Map(), failed: new Map() }
    builds.set(key, found)
    const oldest = clock() - windowMs
    for (const sessions of [found.loaded, found.failed])
      for (const [session, at] of sessions) if (at <= oldest) sessions.delete(session)
    return found
  }

  return {
    noteLoad(name: string, build: string, session: string): void {
      recent(name, build).loaded.set(session, clock())
    },
    /** Answers whether so many sessions have reported it, and so large a share of them, that the build is to blame. */
    noteFailure(name: string, build: string, session: string): boolean {
      const { loaded, failed } = recent(name, build)
      failed.set(session, clock())
      const all = new Set([...loaded.keys(), ...failed.keys()])
      return failed.size >= minSessions && failed.size / all.size >= minShare
    },
    forget: (name: string, build: string): void => void builds.delete(`${name} ${build}`),
  }
}
export type RemoteHealth = ReturnType<typeof createRemoteHealth>
