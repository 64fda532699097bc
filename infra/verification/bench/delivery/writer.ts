import { attachServices } from '../../../processes/attachServices.ts'
import type { Site } from './deliverySite.ts'
import { numberOf, type People } from './recipients.ts'

/** Writes messages as staff do, without the HTTP around it. */
export async function createWriter({ url, log }: Site, { keyring }: People) {
  const services = attachServices({ url, name: 'bench', keyring, log, settings: { limitScale: 1_000 } })
  const messaging = await services.commandsOf('messaging')
  const metadata = { actor: 'user-1', requestId: 'bench' }
  return {
    write: (n: number) =>
      messaging.writeMessage(
        { metadata, now: new Date() },
        {
          customer: { id: 1, email: 'ann@example.test', smsNumber: numberOf(n) },
          channel: 'sms',
          content: `Message ${n}`,
          cause: 'staff',
          causeId: null,
        },
      ),
    stop: () => services.close(),
  }
}
