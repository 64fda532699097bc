import type { Bench } from '../main.ts'
import { deliverThroughFaults } from './deliveryFaults.ts'
import { judge } from './judge.ts'

/**
 * A thousand cancellations through kills, wipes, a restart and a provider at its worst, whose every request and lawful
 * answer its published document judges. Options: events, seed.
 */
export const bench: Bench = async ({ figures: { atLeast, atMost }, option }) => {
  const cancellations = option('events', 1_000)
  const outcome = await deliverThroughFaults({
    cancellations,
    seed: option('seed', 20_261_121),
    patienceMs: 600_000,
    judge,
  })
  atLeast('SMS in conversations', outcome.intents.sms, cancellations)
  atLeast('e-mails in conversations', outcome.intents.email, cancellations)
  atMost('still open at the end', outcome.open, 0)
  atMost('delivered twice', outcome.duplicates, 0)
  atMost('never taken', outcome.missing, 0)
  atMost('seconds', outcome.seconds, 90)
  atLeast('requests to the SMS provider that were judged', outcome.verdict?.judged ?? 0, cancellations)
  atMost('of them and their answers against its document', outcome.verdict?.violations.length ?? 1, 0)
  return outcome
}
