import type { ServiceContext } from '@plumbline/platform/service'
import { dayIn, timeZone } from '@plumbline/platform/time'
import type { BusinessSettings } from '../settings/commands.ts'
import { readBusinessEvents } from '../settings/directory.ts'
import { pageContentOn } from './content.ts'

/** What pages show today; for the gateway. */
export const readPage = async ({ store, settings, now }: ServiceContext<BusinessSettings>) =>
  pageContentOn(await readBusinessEvents(store.pool), dayIn(timeZone, now), settings)
