import type { ServiceContext } from '@plumbline/platform/service'
import type { BusinessSettings } from '../settings/commands.ts'
import { readBusinessEvents } from '../settings/directory.ts'
import { pageContentAt } from './content.ts'

/** What pages show today; for the gateway. */
export const readPage = async ({ store, settings, now }: ServiceContext<BusinessSettings>) =>
  pageContentAt(await readBusinessEvents(store.pool), now, settings)
