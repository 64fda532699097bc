import { randomUUID } from 'node:crypto'
import type { Caller } from './identity.ts'

type Handed = { audience: string; caller: Caller }

/** What was handed over and never taken, as by a request that broke off, is forgotten when there is this much of it. */
const most = 10_000

/**
 * Tells who calls inside one process, where a signature would be made and checked by the same hands. Signing key and
 * identity key in one: a caller is known by a name that nobody can guess, once.
 */
export function createHandover() {
  const waiting = new Map<string, Handed>()
  return {
    give: (audience: string, caller: Caller): string => {
      const name = randomUUID()
      const [oldest] = waiting.keys()
      if (waiting.size >= most && oldest) waiting.delete(oldest)
      waiting.set(name, { audience, caller })
      return name
    },
    take: (audience: string, name: string): Caller | undefined => {
      const handed = waiting.get(name)
      waiting.delete(name)
      return handed?.audience === audience ? handed.caller : undefined
    },
  }
}
export type Handover = ReturnType<typeof createHandover>
