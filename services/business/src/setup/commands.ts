import type { Db } from '@plumbline/platform/db'
import { type Aggregate, execute, fold, readStream } from '@plumbline/platform/event-store'
import type { ServiceContext } from '@plumbline/platform/service'
import { type Section, type Setup, type SetupChange, type SetupStep, setupSteps } from '../api.ts'
import type { BusinessEvent, SetupEvent } from '../events.ts'
import type { BusinessSettings } from '../settings/commands.ts'
import { businessId, readBusinessEvents } from '../settings/directory.ts'
import { type Configured, sectionOf } from '../settings/record.ts'
import { type ChangeSetup, type SetupState, setupDecider } from './decider.ts'

/** Stream `setup-1`. */
const setup: Aggregate<SetupState, ChangeSetup, SetupEvent, never> = { name: 'setup', decider: setupDecider }

/** The parts of the settings that a step is about. */
const sectionsOf: Record<SetupStep, readonly Section[]> = {
  business: ['description'],
  hours: ['calendar', 'hours'],
  services: ['services', 'estimateOptions', 'rates'],
  payment: ['tax', 'payment'],
  customers: [],
}

const readSetupState = async (db: Db) =>
  fold(setupDecider, await readStream<SetupEvent>(db, `setup-${businessId}`))

export const isSetupEnded = async (db: Db) => (await readSetupState(db)).ended

function answerOf(
  { skipped, ended }: SetupState,
  events: readonly BusinessEvent[],
  { lockedBy = {} }: Configured,
): Setup {
  const touched = new Set(events.map(({ type }) => sectionOf[type]))
  if (Object.keys(lockedBy).length > 0) touched.add('description')
  const steps = setupSteps.map((name): Setup['steps'][number] => {
    const isDone = sectionsOf[name].some((section) => touched.has(section))
    return { name, state: isDone ? 'done' : skipped.includes(name) ? 'skipped' : 'open' }
  })
  return { ended, steps }
}

export async function readSetup({ db, settings }: { db: Db; settings: BusinessSettings }): Promise<Setup> {
  const [state, events] = await Promise.all([readSetupState(db), readBusinessEvents(db)])
  return answerOf(state, events, settings)
}

export async function changeSetup(
  ctx: ServiceContext<BusinessSettings>,
  change: SetupChange,
): Promise<Setup> {
  const events = await readBusinessEvents(ctx.db)
  const { state } = await execute(ctx, setup, businessId, { type: 'ChangeSetup', ...change })
  return answerOf(state, events, ctx.settings)
}
