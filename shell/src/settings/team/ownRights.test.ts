import { type Right, rights, rightsOf, roles } from '@plumbline/platform/rights'
import { describe, expect, it } from 'vitest'
import { rightGroups } from './labels.ts'
import { type OwnRights, toggleRight } from './ownRights.ts'

const none: OwnRights = { granted: [], denied: [] }

describe('a right of their own', () => {
  it('is added with what it needs, and taken with what needs it', () => {
    const given = toggleRight('limited_worker', none, 'invoices.edit', true)
    expect(given).toEqual({ granted: ['invoices.edit'], denied: [] })
    expect(rightsOf({ role: 'limited_worker', ...given })).toContain('prices.view')
    expect(toggleRight('limited_worker', given, 'prices.view', false)).toEqual(none)
  })

  it('of the role is denied, and is there again without a trace', () => {
    const taken = toggleRight('bookkeeper', none, 'prices.view', false)
    expect(taken).toEqual({ granted: [], denied: ['prices.view'] })
    expect(rightsOf({ role: 'bookkeeper', ...taken })).not.toContain('invoices.edit')
    expect(toggleRight('bookkeeper', taken, 'prices.view', true)).toEqual(none)
    // what needs what was taken brings it back
    expect(toggleRight('bookkeeper', taken, 'payments.refund', true)).toEqual(none)
  })

  it.each(roles)('of a %s can be given and taken, whichever it is, after any other', (role) => {
    for (const first of rights)
      for (const right of rights)
        for (const given of [true, false]) {
          const before = toggleRight(role, none, first, !rightsOf({ role }).includes(first))
          const after = rightsOf({ role, ...toggleRight(role, before, right, given) })
          expect([role, first, right, after.includes(right)]).toEqual([role, first, right, given])
        }
  })
})

it('every right is shown once', () => {
  const shown = rightGroups.flatMap((group): readonly Right[] => group.rights)
  expect(shown.toSorted()).toEqual(rights.toSorted())
})
