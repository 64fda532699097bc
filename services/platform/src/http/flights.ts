/** Lets calls of one name follow each other, in this process. */
export function createFlights() {
  const last = new Map<string, Promise<unknown>>()
  return {
    alone: async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const before = last.get(name) ?? Promise.resolve()
      const mine = before.then(work, work)
      const settled = mine.then(
        () => {},
        () => {},
      )
      last.set(name, settled)
      void settled.then(() => last.get(name) === settled && last.delete(name))
      return mine
    },
  }
}
