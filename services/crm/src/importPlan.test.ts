import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRow, planImport } from './importPlan.ts'

const row = (email: string, phone: string, more: Record<string, unknown> = {}) => ({
  firstName: 'Ann',
  lastName: 'Lee',
  email,
  phone,
  ...more,
})
const plan = (rows: Record<string, unknown>[], known: Parameters<typeof planImport>[1] = []) =>
  planImport(rows.map(checkRow), known)

describe('planning an import', () => {
  it('creates, matches and refuses', () => {
    const known = [{ id: 9, phoneE164: '+19195550118', email: 'other@x.io' }]
    expect(
      plan(
        [
          row('a@x.io', '(919) 555-0119', { status: '', notes: null, address: ' 1 Elm ' }),
          row('b@x.io', '+1 919.555.0118'),
          row('OTHER@x.io', '(919) 555-0120'),
          row('A@x.io', '(919) 555-0121'),
          { ...row('c@', '555'), lastName: '' },
          row('d@x.io', '(919) 555-0122', { status: 'vip' }),
        ],
        known,
      ),
    ).toEqual([
      { outcome: 'created', form: row('a@x.io', '(919) 555-0119', { address: '1 Elm' }) },
      { outcome: 'matched', matchedBy: 'phone', like: { id: 9 } },
      { outcome: 'matched', matchedBy: 'email', like: { id: 9 } },
      { outcome: 'matched', matchedBy: 'email', like: { row: 0 } },
      {
        outcome: 'refused',
        problems: {
          lastName: 'Last name is required',
          email: 'Please enter a valid email',
          phone: 'Please enter a valid phone number',
        },
      },
      { outcome: 'refused', problems: { status: expect.any(String) } },
    ])
  })

  it('names somebody who is there rather than a row before', () => {
    const known = [{ id: 9, phoneE164: null, email: 'other@x.io' }]
    expect(plan([row('a@x.io', '(919) 555-0119'), row('other@x.io', '(919) 555-0119')], known)[1]).toEqual({
      outcome: 'matched',
      matchedBy: 'email',
      like: { id: 9 },
    })
  })

  it('does not take numbers that cannot be dialled for one', () => {
    const outcomes = plan([row('a@x.io', 'ask at the desk'), row('b@x.io', 'ask at the desk')])
    expect(outcomes.map((it) => it.outcome)).toEqual(['created', 'created'])
  })

  const phones = fc
    .integer({ min: 0, max: 9 })
    .chain((n) =>
      fc.constantFrom(`(919) 555-010${n}`, `919555010${n}`, `+1 919 555 010${n}`, `1-919-555-010${n}`),
    )
  const emails = fc.constantFrom('a@x.io', 'A@x.io', 'b@x.io', 'c@x.io', 'd@x.io', 'e@X.io')
  const rows = fc.array(fc.tuple(emails, phones).map(([email, phone]) => row(email, phone)))

  it('creates nobody twice, in one file or by the same file again', () => {
    fc.assert(
      fc.property(rows, (file) => {
        const checked = file.map(checkRow)
        const created = planImport(checked, []).flatMap((it, i) => {
          const data = checked[i]
          return it.outcome === 'created' && data && 'form' in data ? [{ ...data, id: i + 1 }] : []
        })
        expect(new Set(created.map((it) => it.phone)).size).toBe(created.length)
        expect(new Set(created.map((it) => it.email)).size).toBe(created.length)
        const known = created.map(({ id, phone, email }) => ({ id, phoneE164: phone, email }))
        expect(planImport(checked, known).filter((it) => it.outcome === 'created')).toEqual([])
      }),
    )
  })
})

it.each(['1.91956E+10', '1,91956E+10', '9.19555E+09', ' 2e+10 '])(
  'a phone number that Excel has shortened (%s) is refused in words, with whatever else is wrong',
  (phone) => {
    const problem = `Excel has shortened the phone number to ${phone.trim()}. Format the column as text and enter the number again`
    expect(plan([row('a@x.io', phone)])).toEqual([{ outcome: 'refused', problems: { phone: problem } }])
    expect(plan([row('a@', phone)])).toEqual([
      { outcome: 'refused', problems: { phone: problem, email: 'Please enter a valid email' } },
    ])
  },
)
