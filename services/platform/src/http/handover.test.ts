import { expect, it } from 'vitest'
import { type Caller, createHandover, signIdentity, verifyIdentity } from './index.ts'

const boss: Caller = {
  user: { id: 1, username: 'o', email: 'o@x.io', role: 'business_owner' },
  addressHash: 'a1',
  requestId: 'r-1234567',
}

it('hands a caller over once, to the service it was meant for, and to nobody who guesses', async () => {
  const handover = createHandover()
  const name = await signIdentity(handover, 'crm', boss)
  expect(await verifyIdentity(handover, 'crm', name)).toEqual(boss)
  const refused = [
    verifyIdentity(handover, 'crm', name),
    verifyIdentity(handover, 'billing', await signIdentity(handover, 'crm', boss)),
    verifyIdentity(handover, 'crm', 'guessed'),
    verifyIdentity(handover, 'crm', undefined),
    verifyIdentity(createHandover(), 'crm', await signIdentity(handover, 'crm', boss)),
  ]
  for (const attempt of refused) await expect(attempt).rejects.toThrow('Please sign in.')
})

it('keeps only so much that nobody took', async () => {
  const handover = createHandover()
  const first = handover.give('crm', boss)
  for (let n = 0; n < 10_000; n++) handover.give('crm', boss)
  expect(handover.take('crm', first)).toBeUndefined()
})
