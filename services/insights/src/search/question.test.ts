import { describe, expect, it } from 'vitest'
import { readingsOf } from './question.ts'
import { nameSpellings, phoneText, searchText, spellings } from './searchText.ts'

const patternsOf = (q: string) =>
  readingsOf(q).map(({ terms }) => terms.map((term) => (term.type === 'word' ? term.contains : term)))

describe('a question', () => {
  it.each([
    ['(919) 555-0104', ['%9195550104%']],
    ['smith +1 919 555', ['%smith%', '%1919555%']],
    ['100 Oak 27601', ['%100%', '%oak%', '%27601%']],
    ['a 12', ['% a%', '% 12%']],
    ['INV-000012', [{ type: 'invoice', number: 12 }]],
    ['inv12 vogel', [{ type: 'invoice', number: 12 }, '%vogel%']],
    ['INV-0000', ['%inv-0000%']],
    ['DRAFT-7', [{ type: 'draft', id: 7 }]],
    ['#12', [{ type: 'id', id: 12 }]],
    ['#0', ['% #0%']],
    ['a-b', ['% a-b%']],
    ['100%_', ['%100\\%\\_%']],
  ])('%s is read as %j first', (q, terms) => {
    expect(patternsOf(q)[0]).toEqual(terms)
  })

  it('is read word by word, and with a wrong letter, when nothing is found before', () => {
    expect(patternsOf('919 555 Vogel')).toEqual([
      ['%919555%', '%vogel%'],
      ['%919%', '%555%', '%vogel%'],
      ['%919%', '%555%', '%vogel%'],
    ])
    const [, , withTypos] = readingsOf('919 555 Vogel')
    expect(withTypos?.terms.map((term) => 'spellings' in term)).toEqual([false, false, true])
    expect(readingsOf('919')).toHaveLength(1)
  })

  it('without a letter or digit asks for nothing', () => {
    expect(readingsOf(' % _ @ - ')).toEqual([])
  })

  it('has eight words at most, each once', () => {
    expect(readingsOf('a b c d e f g h i j')[0]?.terms).toHaveLength(8)
    expect(readingsOf('a A a')[0]?.terms).toHaveLength(1)
  })
})

describe('spellings', () => {
  const isNear = (a: string, b: string) => spellings(a).some((it) => spellings(b).includes(it))

  it.each([
    ['vogel', 'vogel'],
    ['vogel', 'vogl'],
    ['vogel', 'voggel'],
    ['vogel', 'vogal'],
    ['vogel', 'vgoel'],
    ['lee', 'lea'],
  ])('%s and %s differ in one letter at most', (a, b) => {
    expect(isNear(a, b)).toBe(true)
  })

  it.each([
    ['vogel', 'vagal'],
    ['vogel', 'vo'],
    ['lee', 'loa'],
  ])('%s and %s differ in more', (a, b) => {
    expect(isNear(a, b)).toBe(false)
  })

  it('of a name are those of its words', () => {
    expect(nameSpellings('Bo Lée')).toBe('bo o b lee ee le')
  })
})

it('search text has a line for each field, a space before every word, and nothing of an erased person', () => {
  expect(searchText('Zoë  Lee', null, '', '[erased]', '12 Elm\nSt')).toBe(' zoe lee\n 12 elm st')
})

it.each([
  ['(919) 555-0104', '19195550104'],
  ['919.555.0104 ext. 12', '919555010412 19195550104'],
  ['12', '12'],
  ['', ''],
])('the phone %j is found by %j', (phone, text) => {
  expect(phoneText(phone)).toBe(text)
})
