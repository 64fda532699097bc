import { expect, it } from 'vitest'
import { benchApi } from './bench.ts'
import { cases } from './cases.ts'

it('the bench of the calls measures both sides, and a stop under load', async () => {
  const rows = 60
  const plan = { sizes: [rows], rounds: 1, seconds: 0.3, distributed: false }
  const { compared, stall, farewell } = await benchApi(plan)
  expect(Object.keys(compared[rows] ?? {})).toEqual(Object.keys(cases))
  for (const { ours, crud, ratio } of Object.values(compared[rows] ?? {}))
    expect(Math.min(ours.requests, crud.requests, ours.cpuMs, crud.cpuMs, ratio)).toBeGreaterThan(0)
  expect(Math.min(stall.ours.max, stall.crud.max)).toBeGreaterThan(0)
  expect(farewell.answered).toBeGreaterThan(0)
  expect(farewell.broken).toBe(0)
}, 180_000)
