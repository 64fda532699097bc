const windowMs = 600_000
// the browser of one person can be broken, or lie
const minPeople = 3
const minShare = 0.25

/** When, by the id of a user. */
type Times = Map<number, number>

/** Which people loaded a build, and which of them reported that it fails, during the last ten minutes. */
export function createRemoteHealth(clock: () => number) {
  const builds = new Map<string, { loads: Times; failures: Times }>()

  function recent(name: string, build: string) {
    const key = `${name} ${build}`
    const people = builds.get(key) ?? { loads: new Map(), failures: new Map() }
    builds.set(key, people)
    const oldest = clock() - windowMs
    for (const times of [people.loads, people.failures])
      for (const [userId, at] of times) if (at <= oldest) times.delete(userId)
    return people
  }

  return {
    recordLoad(name: string, build: string, userId: number): void {
      recent(name, build).loads.set(userId, clock())
    },
    /** Answers whether enough people, and a large enough share of them, reported the build. */
    recordFailure(name: string, build: string, userId: number): boolean {
      const { loads, failures } = recent(name, build)
      failures.set(userId, clock())
      const all = new Set([...loads.keys(), ...failures.keys()])
      return failures.size >= minPeople && failures.size / all.size >= minShare
    },
    forget: (name: string, build: string): void => void builds.delete(`${name} ${build}`),
  }
}
export type RemoteHealth = ReturnType<typeof createRemoteHealth>
