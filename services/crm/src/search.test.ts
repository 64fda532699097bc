import { toE164 } from '@plumbline/platform/e164'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchCondition, searchText } from './search.ts'

it.each([
  ['(919) 555-0118', '+19195550118'],
  ['1-919-555-0118', '+19195550118'],
  ['919.555.0118 x12', '+19195550118'],
  ['+44 20 7946 0958', '+442079460958'],
  ['ask at the desk', null],
  ['555-0118 5', null],
  ['[erased]', null],
])('%s is dialled as %s', (phone, dialled) => {
  expect(toE164(phone)).toBe(dialled)
})

const zoe = {
  firstName: 'Zoë',
  lastName: 'O’Hara',
  email: 'Zoe@Example.com',
  phone: '(919) 555-0118',
  phoneE164: '+19195550118',
  address: '12 Elm  St,\nDurham',
}

const conditionOf = (query: string) => {
  const values: unknown[] = []
  const [text] = searchCondition(query, (value) => `$${values.push(value)}`)
  return { text, values }
}

describe('the text that a person is searched by', () => {
  it('has no upper case, no accents, single spaces, and numbers as digits', () => {
    expect(searchText(zoe)).toBe("zoe o'hara\nzoe@example.com\n12 elm st durham\n19195550118")
    const lines = (phone: string) =>
      searchText({ ...zoe, phone, phoneE164: toE164(phone), address: null })
        .split('\n')
        .slice(2)
    expect(lines('020 7946 0958')).toEqual(['', '02079460958'])
    expect(lines('919.555.0118 x12')).toEqual(['', '919555011812 19195550118'])
  })

  it('must contain every word of the query, and takes wild cards literally', () => {
    expect(conditionOf(' Zoë  100%_\\ ')).toEqual({
      text: 'search LIKE $1 AND search LIKE $2',
      values: ['%zoe%', '%100\\%\\_\\\\%'],
    })
    expect(conditionOf(' , ')).toEqual({ text: undefined, values: [] })
  })

  it('is also searched for the digits of a query that looks like a phone number', () => {
    expect(conditionOf('(919) 555')).toEqual({
      text: '(search LIKE $1 AND search LIKE $2 OR search LIKE $3)',
      values: ['%(919)%', '%555%', '%919555%'],
    })
    // as it is pasted from a web page
    expect(conditionOf('\u202d555‑0118\u202c').values).toEqual(['%555-0118%', '%5550118%'])
    expect(conditionOf('12').values).toEqual(['%12%'])
  })

  // what Postgres makes of LIKE '%…%'
  const finds = (query: string, text: string) =>
    conditionOf(query).values.map((pattern) =>
      text.includes(String(pattern).slice(1, -1).replace(/\\(.)/g, '$1')),
    )

  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  const spelt = (digits: string) =>
    fc.constantFrom(
      digits,
      `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
      `+1 ${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6)}`,
      digits.slice(3),
      `${digits.slice(3, 6)}-${digits.slice(6)}`,
    )
  const number = fc
    .tuple(fc.integer({ min: 200, max: 999 }), fc.integer({ min: 2_000_000, max: 9_999_999 }))
    .map(([area, local]) => `${area}${local}`)
  const numbers = number.chain((digits) =>
    fc.tuple(
      spelt(digits).filter((it) => it.length >= 10),
      spelt(digits),
    ),
  )

  it('matches every name, and every phone number in any format', () => {
    fc.assert(
      fc.property(name, name, numbers, (firstName, lastName, [phone, asked]) => {
        const text = searchText({ ...zoe, firstName, lastName, phone, phoneE164: toE164(phone) })
        expect(finds(`${lastName} ${firstName}`, text)).not.toContain(false)
        expect(finds(asked, text).at(-1)).toBe(true)
      }),
    )
  })
})
