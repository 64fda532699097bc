import type { ServiceContext } from '@plumbline/platform/service'
import type { BusinessSettings } from '../settings/commands.ts'
import { readBusinessEvents } from '../settings/directory.ts'
import { isSetupEnded } from '../setup/commands.ts'
import { pageContentAt } from './content.ts'

/** What pages show today; for the gateway. */
export async function readPage({ store, settings, now }: ServiceContext<BusinessSettings>) {
  const [events, isEnded] = await Promise.all([readBusinessEvents(store.pool), isSetupEnded(store.pool)])
  const { texts, ...content } = pageContentAt(events, now, settings)
  return { ...content, texts: { ...texts, setup: { state: isEnded ? '' : 'open' } } }
}
