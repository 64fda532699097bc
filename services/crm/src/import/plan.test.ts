import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRow, planImport } from './plan.ts'

const row = (email: string, phone: string, more: Record<string, unknown> = {}) => ({
  firstName: 'Ann',
  lastName: 'Lee',
  email,
  phone,
  ...more,
})
const plan = (rows: Record<string, unknown>[], existing: Parameters<typeof planImport>[1] = []) =>
  planImport(rows.map(parseRow), existing)

describe('planning an import', () => {
  it('creates customers for new rows, matches equal ones and refuses invalid ones', () => {
    const existing = [{ id: 9, phoneE164: '+19195550118', email: 'other@x.io' }]
    expect(
      plan(
        [
          row('a@x.io', '(919) 555-0119', { status: '', notes: null, address: ' 1 Elm ' }),
          row('b@x.io', '+1 919.555.0118'),
          row('OTHER@x.io', '(919) 555-0120'),
          row('A@x.io', '(919) 555-0121'),
          { ...row('c@', '555'), firstName: '', lastName: '' },
          row('d@x.io', '(919) 555-0122', { status: 'vip' }),
        ],
        existing,
      ),
    ).toEqual([
      { outcome: 'created', form: row('a@x.io', '(919) 555-0119', { address: '1 Elm' }) },
      { outcome: 'matched', matchedBy: 'phone', match: { id: 9 } },
      { outcome: 'matched', matchedBy: 'email', match: { id: 9 } },
      { outcome: 'matched', matchedBy: 'email', match: { row: 0 } },
      {
        outcome: 'refused',
        problems: {
          firstName: 'First name is required',
          email: 'Please enter a valid email',
          phone: 'Please enter a valid phone number',
        },
      },
      { outcome: 'refused', problems: { status: expect.any(String) } },
    ])
  })

  it('matches an existing customer rather than an earlier row', () => {
    const existing = [{ id: 9, phoneE164: null, email: 'other@x.io' }]
    expect(plan([row('a@x.io', '(919) 555-0119'), row('other@x.io', '(919) 555-0119')], existing)[1]).toEqual(
      {
        outcome: 'matched',
        matchedBy: 'email',
        match: { id: 9 },
      },
    )
  })

  it('does not match phone numbers that cannot be dialled', () => {
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

  it('creates no customer twice, neither within a file nor by importing it again', () => {
    fc.assert(
      fc.property(rows, (file) => {
        const parsed = file.map(parseRow)
        const created = planImport(parsed, []).flatMap((it, i) => {
          const data = parsed[i]
          return it.outcome === 'created' && data && 'form' in data ? [{ ...data, id: i + 1 }] : []
        })
        expect(new Set(created.map((it) => it.phone)).size).toBe(created.length)
        expect(new Set(created.map((it) => it.email)).size).toBe(created.length)
        const existing = created.map(({ id, phone, email }) => ({ id, phoneE164: phone, email: email ?? '' }))
        expect(planImport(parsed, existing).filter((it) => it.outcome === 'created')).toEqual([])
      }),
    )
  })
})

it.each(['1.91956E+10', '1,91956E+10', '9.19555E+09', ' 2e+10 '])(
  'a phone number that Excel has shortened (%s) is refused together with the other problems of its row',
  (phone) => {
    const problem = `Excel has shortened the phone number to ${phone.trim()}. Format the column as text and enter the number again`
    expect(plan([row('a@x.io', phone)])).toEqual([{ outcome: 'refused', problems: { phone: problem } }])
    expect(plan([row('a@', phone)])).toEqual([
      { outcome: 'refused', problems: { phone: problem, email: 'Please enter a valid email' } },
    ])
  },
)

describe('a row that says less than a form asks for', () => {
  const phone = '(919) 555-0501'
  const formOf = (cells: Record<string, unknown>) => {
    const parsed = parseRow(cells)
    return 'form' in parsed ? parsed.form : parsed
  }

  it('is a customer by a phone number and one name', () => {
    const company = { firstName: 'Dale Flats LLC', lastName: '', email: '', phone }
    expect(formOf({ firstName: 'Dale Flats LLC', phone })).toEqual(company)
    expect(formOf({ lastName: 'Dale Flats LLC', phone, email: 'n/a' })).toEqual(company)
    expect(formOf({ firstName: 'Dale', lastName: 'Flats', email: 'dale@x.io' })).toEqual({
      problems: { phone: 'Please enter a valid phone number' },
    })
  })

  it('equals no other row without an e-mail address', () => {
    const existing = [{ id: 9, phoneE164: '+19195550509', email: '' }]
    const rows = ['0501', '0502', '0501'].map((end) => ({ firstName: 'Ann', phone: `(919) 555-${end}` }))
    expect(plan(rows, existing).map(({ outcome }) => outcome)).toEqual(['created', 'created', 'matched'])
  })

  it('keeps what has no field in its notes', () => {
    expect(formOf({ ...row('a@x.io, b@x.io', `${phone} / (919) 555-0502`), notes: 'Dog' })).toEqual(
      row('a@x.io', phone, { notes: 'Dog\nPhone: (919) 555-0502\nEmail: b@x.io' }),
    )
  })
})
