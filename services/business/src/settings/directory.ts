import type { Db } from '@plumbline/platform/db'
import { run } from '@plumbline/platform/db'
import {
  defineProjection,
  handleAll,
  int,
  jsonb,
  type RowOf,
  tableFor,
} from '@plumbline/platform/projections'
import type { BusinessEvent } from '../events.ts'
import { sectionOf } from './record.ts'

export { type Configured, describe, setDescriptionOn, settingsOn } from './record.ts'

const columns = {
  id: int,
  /** What was set, in the order of the log. */
  events: jsonb.of<BusinessEvent[]>(),
}
type Row = RowOf<typeof columns>

/**
 * The settings of the business in the schema of another service: a read model of this service's events, from which
 * `settingsOn` tells what is true on a day.
 * @example const business = businessDirectory({ version: 1 })
 */
export function businessDirectory({ version }: { version: number }) {
  const projection = defineProjection<BusinessEvent>()({
    name: 'business',
    version,
    columns,
    key: ({ stream }) => Number(stream.slice('business-'.length)),
    on: handleAll<BusinessEvent, Row>(sectionOf, (row, { stream, type, data }) => ({
      id: Number(stream.slice('business-'.length)),
      events: [...(row?.events ?? []), { type, data } as BusinessEvent],
    })),
  })
  const table = tableFor(projection)
  return {
    projection,
    /** What was set; nothing at first. */
    read: async (db: Db): Promise<readonly BusinessEvent[]> =>
      (await run<Row>(db, { name: 'business-settings', text: table.select, values: [] }))[0]?.events ?? [],
  }
}
