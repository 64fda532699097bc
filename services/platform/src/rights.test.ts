import { expect, it } from 'vitest'
import { type Right, rights, rightsOf, roles } from './rights.ts'

it('the owner of the business may do everything', () => {
  expect(rightsOf({ role: 'business_owner' })).toEqual(rights)
})

it('a role holds what each of its rights needs', () => {
  for (const role of roles) {
    const held = rightsOf({ role })
    // to grant what one has changes nothing: else a role would name a right without those that it needs
    for (const right of held) expect([right, rightsOf({ role, granted: [right] })]).toEqual([right, held])
  }
})

it('a granted right brings those that it needs', () => {
  expect(rightsOf({ role: 'limited_worker', granted: ['invoices.edit'] })).toEqual(
    expect.arrayContaining(['prices.view', 'invoices.view', 'invoices.edit']),
  )
})

it('a denied right takes those that need it', () => {
  const held = rightsOf({ role: 'bookkeeper', denied: ['prices.view'] })
  const ofMoney: Right[] = ['prices.view', 'invoices.view', 'payments.refund', 'reports', 'costs.view']
  expect(held.filter((right) => ofMoney.includes(right))).toEqual([])
  expect(held).toContain('customers.all')
})

it('what is denied is stronger than what is granted', () => {
  expect(rightsOf({ role: 'worker', granted: ['invoices.view'], denied: ['prices.view'] })).not.toContain(
    'invoices.view',
  )
})

it('a role or right of a later release gives nothing here', () => {
  expect(rightsOf({ role: 'apprentice' })).toEqual([])
  expect(rightsOf({ role: 'apprentice', granted: ['fly' as Right] })).toEqual([])
})
