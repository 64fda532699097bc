const windowMs = 600_000
// one browser can be broken, or lie
const minSessions = 3
const minShare = 0.25

type SessionTimes = Map<string, number>

/** Which sessions loaded a build, and which of them reported that it fails, during the last ten minutes. */
export function createRemoteHealth(clock: () => number) {
  const builds = new Map<string, { loads: SessionTimes; failures: SessionTimes }>()

  function recent(name: string, build: string) {
    const key = `${name} ${build}`
    const sessions = builds.get(key) ?? { loads: new Map(), failures: new Map() }
    builds.set(key, sessions)
    const oldest = clock() - windowMs
    for (const times of [sessions.loads, sessions.failures])
      for (const [session, at] of times) if (at <= oldest) times.delete(session)
    return sessions
  }

  return {
    recordLoad(name: string, build: string, session: string): void {
      recent(name, build).loads.set(session, clock())
    },
    /** Answers whether enough sessions, and a large enough share of them, reported the build. */
    recordFailure(name: string, build: string, session: string): boolean {
      const { loads, failures } = recent(name, build)
      failures.set(session, clock())
      const all = new Set([...loads.keys(), ...failures.keys()])
      return failures.size >= minSessions && failures.size / all.size >= minShare
    },
    forget: (name: string, build: string): void => void builds.delete(`${name} ${build}`),
  }
}
export type RemoteHealth = ReturnType<typeof createRemoteHealth>
