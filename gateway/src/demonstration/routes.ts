import { refuseField } from '@plumbline/platform/errors'
import { positionHeader } from '@plumbline/platform/http'
import type { Log } from '@plumbline/platform/log'
import type { RequestHandler } from 'express'
import * as api from '../api.ts'
import type { PageSource } from '../pages/content.ts'
import { route } from '../route.ts'

/** Who removes it, for the log. */
type Metadata = { actor: string; actorName: string; requestId: string; addressHash: string }

type RecordBeside = { kind: string; name: string | null; isAboutDemonstration: boolean }

/** The demonstration data of the store. */
export type DemonstrationData = {
  isPresent: () => Promise<boolean>
  recordsBeside: () => Promise<readonly RecordBeside[]>
  /** Answers the position of the log, or null when there was nothing to remove. */
  remove: (options: { metadata: Metadata; withOwnWork: boolean }) => Promise<bigint | null>
}

export type DemonstrationRoutesOptions = { demonstration: DemonstrationData; page: PageSource; log: Log }

const maxNames = 5

function byKind(records: readonly RecordBeside[]): api.Demonstration['own'] {
  const kinds = Map.groupBy(records, ({ kind }) => kind)
  return [...kinds].map(([kind, all]) => ({
    kind,
    count: all.length,
    names: all.flatMap(({ name }) => name ?? []).slice(0, maxNames),
  }))
}

const compared = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** What the owner sees and does about demonstration data. */
export const demonstrationRoutes = ({
  demonstration,
  page,
  log,
}: DemonstrationRoutesOptions): RequestHandler[] => [
  route(api.getDemonstration, async ({ session: { user } }) => {
    const present = await demonstration.isPresent()
    // they name customers, and say how many invoices and messages there are
    const isNamed = present && user.rights.includes(api.removeDemonstration.needs)
    const beside = isNamed ? await demonstration.recordsBeside() : []
    return {
      present,
      own: byKind(beside.filter(({ isAboutDemonstration }) => !isAboutDemonstration)),
      ownWork: byKind(beside.filter(({ isAboutDemonstration }) => isAboutDemonstration)),
    }
  }),

  route(api.removeDemonstration, async ({ body: { name, withOwnWork }, session: { user }, res, origin }) => {
    const { business } = await page.read()
    if (compared(name) !== compared(business.name))
      refuseField('name', `Please type the name of the business: ${business.name}`)
    const metadata = {
      actor: `user-${user.id}`,
      actorName: user.username,
      requestId: origin.requestId,
      addressHash: origin.addressHash,
    }
    const position = await demonstration.remove({ metadata, withOwnWork })
    log.info({ ...origin, position: position && String(position) }, 'demonstration data removed')
    if (position !== null) res.set(positionHeader, String(position))
    return undefined
  }),
]
