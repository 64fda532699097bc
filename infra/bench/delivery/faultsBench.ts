import type { Bench } from '../main.ts'
import { deliverThroughFaults } from './faults.ts'

/** A thousand cancellations through kills, wipes, a restart and a provider at its worst. Options: events, seed. */
export const bench: Bench = async ({ figures: { atLeast, atMost }, option }) => {
  const cancellations = option('events', 1_000)
  const found = await deliverThroughFaults({
    cancellations,
    seed: option('seed', 20_261_121),
    patienceMs: 600_000,
  })
  atLeast('SMS in conversations', found.intents.sms, cancellations)
  atLeast('e-mails in conversations', found.intents.email, cancellations)
  atMost('still open at the end', found.open, 0)
  atMost('delivered twice', found.duplicates, 0)
  atMost('never taken', found.missing, 0)
  atMost('seconds', found.seconds, 90)
  return found
}
