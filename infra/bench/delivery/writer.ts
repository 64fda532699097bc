import { createMessaging } from '@plumbline/messaging/service'
import { createPool } from '@plumbline/platform/db'
import { roleOf } from '@plumbline/platform/migrate'
import { createPgNotifier } from '@plumbline/platform/subscriptions'
import { generateKeyPair } from 'jose'
import { numberOf, type People } from './people.ts'
import type { Site } from './site.ts'

/** Writes messages as staff do, without the HTTP around it. */
export async function createWriter({ url, log }: Site, { keyring }: People) {
  const pool = createPool({ url, name: 'bench', log, role: roleOf('messaging'), schema: 'messaging' })
  const { publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const messaging = createMessaging({
    ...{ pool, keyring, log, channels: {}, publicUrl: 'http://localhost', limitScale: 1_000 },
    business: { product: 'Plumbline', name: 'Plumbline', phone: '(555) 555-0142' },
    notifier: createPgNotifier(pool, log),
    identityKey: publicKey,
  })
  const metadata = { actor: 'user-1', requestId: 'bench' }
  return {
    write: (n: number) =>
      messaging.writeMessage(
        {
          customer: { id: 1, email: 'ann@example.test', dialable: numberOf(n) },
          ...{ channel: 'sms', content: `Message ${n}`, cause: 'staff', causeId: null },
        },
        metadata,
        new Date(),
      ),
    stop: () => pool.end(),
  }
}
