import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import { moneyText } from '../money.ts'
import { cost, money } from '../schemas.ts'
import { compileSchema, parseResponse, withoutFields } from './responseSchema.ts'

const answer = (schema: $ZodType, value: unknown) =>
  parseResponse(compileSchema(withoutFields(schema, ['costs.view', 'prices.view'])), value, 'GET /x')

const price = moneyText(11_250)

describe('an answer without money', () => {
  it('has no field of money, whatever it is wrapped in', () => {
    const schema = z.object({
      id: z.int(),
      price: money,
      none: z.nullable(money),
      some: z.optional(z.nullable(money)),
      prices: z.array(money),
      byName: z.record(z.string(), money),
    })
    const value = { id: 1, price, none: null, some: price, prices: [price], byName: { a: price } }
    expect(answer(schema, value)).toEqual({ id: 1 })
  })

  it('has none in lists, in what is nested, and in each kind of a union', () => {
    const Line = z.object({ text: z.string(), price: money })
    const Paid = z.object({ kind: z.literal('paid'), amount: money })
    const Noted = z.object({ kind: z.literal('noted'), text: z.string() })
    const schema = z.array(
      z.object({
        lines: z.nullable(z.array(Line)),
        event: z.discriminatedUnion('kind', [Paid, Noted]),
        either: z.union([Line, z.string()]),
        byName: z.record(z.string(), Line),
      }),
    )
    const line = { text: 'Paint', price }
    const value = [
      { lines: [line], event: { kind: 'paid', amount: price }, either: line, byName: { a: line } },
      { lines: null, event: { kind: 'noted', text: 'Hi' }, either: 'x', byName: {} },
    ]
    const bare = { text: 'Paint' }
    expect(answer(schema, value)).toEqual([
      { lines: [bare], event: { kind: 'paid' }, either: bare, byName: { a: bare } },
      { lines: null, event: { kind: 'noted', text: 'Hi' }, either: 'x', byName: {} },
    ])
  })

  it('keeps a schema that has none', () => {
    const schema = z.object({ id: z.int(), text: z.nullable(z.string()) })
    expect(answer(schema, { id: 1, text: null, more: 2 })).toEqual({ id: 1, text: null })
  })

  it('of an extended schema has none either', () => {
    const schema = z.extend(z.object({ price: money }), { name: z.string() })
    expect(answer(schema, { name: 'a', price })).toEqual({ name: 'a' })
  })
})

it('an answer without costs keeps its prices', () => {
  const Line = z.object({ text: z.string(), price: money, cost, old: z.optional(cost) })
  const schema = z.object({ lines: z.array(Line), total: money, costs: z.array(cost) })
  const value = { lines: [{ text: 'Paint', price, cost: price, old: null }], total: price, costs: [price] }
  const withoutCosts = compileSchema(withoutFields(schema, ['costs.view']))
  expect(parseResponse(withoutCosts, value, 'GET /x')).toEqual({
    lines: [{ text: 'Paint', price }],
    total: price,
  })
  expect(parseResponse(compileSchema(schema), value, 'GET /x')).toEqual(value)
  expect(answer(schema, value)).toEqual({ lines: [{ text: 'Paint' }] })
})
