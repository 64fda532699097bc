import { expect, it } from 'vitest'
import { chunksOf, describeProblem, dryRunOutcome } from './importRun.ts'

it('rows are sent in their order, as many in a call as it may carry', () => {
  const short = Array.from({ length: 1_200 }, (_, i) => ({ line: i + 2, cells: { firstName: String(i) } }))
  const chunks = [...chunksOf(short)]
  expect(chunks.map((chunk) => chunk.length)).toEqual([500, 500, 200])
  expect(chunks.flat()).toEqual(short)
})

it('long rows are sent in smaller chunks, counted by bytes and not by characters', () => {
  const long = Array.from({ length: 100 }, () => ({ line: 2, cells: { notes: 'ü'.repeat(2_500) } }))
  const chunks = [...chunksOf(long)]
  for (const chunk of chunks)
    expect(Buffer.byteLength(JSON.stringify(chunk.map(({ cells }) => cells)))).toBeLessThan(64_000)
  expect(chunks.flat()).toHaveLength(100)
})

it('in a dry run a row equals those of earlier calls', () => {
  const claimedKeys = new Set<string>()
  const row = (
    keys: string[],
    outcome: 'created' | 'matched' | 'refused' = 'created',
    customerId: number | null = null,
  ) => ({
    row: 0,
    outcome,
    customerId,
    matchedBy: null,
    problems: {},
    keys,
  })
  const outcomes = [
    row(['+1', 'a@x.io']),
    // the next call
    row(['+1', 'b@x.io']),
    // like the row before, which would not be created: so this one is
    row(['+2', 'b@x.io'], 'matched'),
    row(['+3', 'B@x.io'.toLowerCase()]),
    row(['+4', 'd@x.io'], 'matched', 9),
    row(['+4', 'e@x.io']),
    row([], 'refused'),
  ].map((it) => dryRunOutcome(it, claimedKeys).outcome)
  expect(outcomes).toEqual(['created', 'matched', 'created', 'matched', 'matched', 'created', 'refused'])
})

it.each([
  [
    'status',
    'VIP',
    'Invalid option: expected one of "lead"|"active"',
    'status "VIP" must be Lead, Active or Completed',
  ],
  ['email', 'ann@', 'Please enter a valid email', 'email "ann@": Please enter a valid email'],
  ['lastName', undefined, 'Last name is required', 'last name is missing'],
  [
    'address',
    'x'.repeat(301),
    'At most 300 characters',
    `address "${'x'.repeat(40)}…": At most 300 characters`,
  ],
  ['row', undefined, 'Unknown row', 'Unknown row'],
])('a wrong %s of %j is described with its value and in plain words', (field, value, message, text) => {
  expect(describeProblem(field, value, message)).toBe(text)
})
