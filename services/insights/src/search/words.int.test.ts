import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clear, type InsightsUnderTest, publish, startInsights } from '../testing.ts'
import { drafted, issued, job, lead, message, person, questionsTo } from './testing.ts'

let test: InsightsUnderTest
let { find } = {} as ReturnType<typeof questionsTo>

beforeAll(async () => {
  test = await startInsights()
  ;({ find } = questionsTo(test))
})
afterAll(() => test.stop())
beforeEach(() => clear(test))

describe('numbers', () => {
  beforeEach(() =>
    publish(
      test,
      person(1, { phone: '(919) 555-0104' }),
      person(2, { phone: '919.555.0999 ext. 12' }),
      lead(3, { phone: '+1 984 300 4000' }),
      drafted(7, 1),
      drafted(12, 1),
      issued(12, 104),
      job(12, 2),
    ),
  )

  it.each(['9195550104', '(919) 555-0104', '+1 919-555-0104', '555 01 04', '1-919-555-0104', '550104'])(
    'find a phone in any format and any part of it: %s',
    async (q) => {
      expect(await find(q, { kinds: ['customer'] })).toEqual(['customer 1'])
    },
  )

  it('find every phone that has the digits, of customers and of leads, from three digits on', async () => {
    expect(await find('919', { kinds: ['customer', 'lead'] })).toEqual(['customer 2', 'customer 1'])
    expect(await find('984-300', { kinds: ['customer', 'lead'] })).toEqual(['lead 3'])
    expect(await find('98', { kinds: ['customer', 'lead'] })).toEqual([])
    expect(await find('9195550105')).toEqual([])
  })

  it('find the records of the customer with the phone', async () => {
    expect(await find('919 555 0104')).toEqual(['customer 1', 'invoice 12', 'invoice 7'])
  })

  it('find an invoice by INV- and a draft by DRAFT-, exactly', async () => {
    expect(await find('INV-000104')).toEqual(['invoice 12'])
    expect(await find('inv-104')).toEqual(['invoice 12'])
    expect(await find('INV-000010')).toEqual([])
    expect(await find('DRAFT-7')).toEqual(['invoice 7'])
    expect(await find('DRAFT-12')).toEqual([])
  })

  it('find records by # and their number, exactly', async () => {
    expect(await find('#12')).toEqual(['appointment 12', 'invoice 12'])
    expect(await find('#1')).toEqual(['customer 1'])
    expect(await find('#104')).toEqual([])
  })

  it('put the invoice with exactly this number before all others', async () => {
    await publish(test, drafted(20, 1, 'Repair 104 of the year'), issued(20, 9))
    expect(await find('104', { kinds: ['invoice'] })).toEqual(['invoice 12', 'invoice 20', 'invoice 7'])
  })

  it('are words where they are no phone', async () => {
    await publish(test, person(30, { address: '100 Oak St, Cary, NC 27511' }))
    expect(await find('100 27511')).toEqual(['customer 30'])
  })
})

it('an e-mail address is found by any part with its @', async () => {
  await publish(test, person(1, { email: 'Jo.Ann@Example.test' }), person(2, { email: 'ann@other.test' }))
  expect(await find('ann@example')).toEqual(['customer 1'])
  expect(await find('@other.test')).toEqual(['customer 2'])
  expect(await find('@')).toEqual([])
})

describe('words', () => {
  it('must all be found, in the record or in its customer', async () => {
    await publish(
      test,
      person(1, { lastName: 'Vogel' }),
      person(2, { lastName: 'Other' }),
      job(1, 1, { title: 'Painting & Finishing' }),
      job(2, 1, { title: 'Plumbing' }),
      job(3, 2, { title: 'Painting & Finishing' }),
    )
    expect(await find('painting vogel')).toEqual(['appointment 1'])
    expect(await find('vogel, PAINT')).toEqual(['appointment 1'])
    expect(await find('painting vogel plumbing')).toEqual([])
  })

  it('are compared without case and accents, and are literal', async () => {
    await publish(
      test,
      person(1, { firstName: 'Zoë', lastName: '100%_\\' }),
      person(2, { firstName: 'Zoe', lastName: '100' }),
    )
    expect(await find('ZOE')).toEqual(['customer 2', 'customer 1'])
    expect(await find('100%')).toEqual(['customer 1'])
    expect(await find('%_\\')).toEqual([])
    expect(await find('100%_\\')).toEqual(['customer 1'])
    expect(await find('z_e')).toEqual([])
    expect(await find('.*')).toEqual([])
  })

  it('of one or two letters find what begins with them', async () => {
    await publish(test, person(1, { firstName: 'Lo', lastName: 'Abel' }), person(2, { lastName: 'Malo' }))
    expect(await find('lo', { kinds: ['customer'] })).toEqual(['customer 1'])
    expect(await find('lo ab')).toEqual(['customer 1'])
  })

  it('find what a lead asks for, a job is about, an invoice is for and a message says', async () => {
    await publish(
      test,
      person(1),
      lead(1, { projectDescription: 'A pergola' }),
      job(1, 1, { description: 'Paint the pergola', address: '9 Depot Ln' }),
      drafted(1, 1, 'Pergola'),
      message(1, 1, 'How is the pergola?'),
    )
    expect(await find('pergola')).toEqual(['lead 1', 'appointment 1', 'invoice 1', 'message 1'])
    expect(await find('9 depot')).toEqual(['appointment 1'])
  })
})

describe('a name with one wrong letter', () => {
  beforeEach(() =>
    publish(
      test,
      person(1, { firstName: 'Marta', lastName: 'Vogel' }),
      lead(2, { lastName: 'Vogel' }),
      job(3, 1),
    ),
  )

  it.each(['Vogal', 'Vogl', 'Voggel', 'Xogel', 'Vgoel', 'Marta Vogol', 'Mrata Vogel'])(
    'is found: %s',
    async (q) => {
      expect(await find(q)).toContain('customer 1')
      expect(await find(q)).toContain('appointment 3')
    },
  )

  it.each(['Vagal', 'Vog', 'Marta Vagal'])('is the only error: %s', async (q) => {
    const hits = await find(q)
    expect(hits).toEqual(q === 'Vog' ? await find('Vogel') : [])
  })

  it('is found only where nothing has the name as it is written', async () => {
    await publish(test, person(4, { lastName: 'Vogal' }))
    expect(await find('Vogal')).toEqual(['customer 4'])
  })
})
