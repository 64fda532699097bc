import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@plumbline/platform/log'
import type { Business } from '../api.ts'
import type { Item } from './template.ts'

/** What pages show of the business: texts by the groups of their templates, and lists by name. */
export type PageContent = {
  business: Business
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>
  lists: Readonly<Record<string, readonly Item[]>>
}

export type PageSource = {
  /** While nothing could be read yet. */
  defaults: PageContent
  read: () => Promise<PageContent>
}

// with an earlier answer at hand a slow source delays a page no longer than this
const maxWaitMs = 2_000

/** What pages show now; while it cannot be read, what they showed last. */
export function createContentReader({ defaults, read }: PageSource, log: Log): () => Promise<PageContent> {
  let last: PageContent | undefined
  const refresh = async (): Promise<PageContent> => {
    try {
      last = await read()
    } catch (err) {
      log.warn({ err }, 'the settings of the business are unavailable')
    }
    return last ?? defaults
  }
  return () => {
    const known = last
    const reading = refresh()
    return known ? Promise.race([reading, sleep(maxWaitMs, known, { ref: false })]) : reading
  }
}
