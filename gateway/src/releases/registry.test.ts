import { describe, expect, it } from 'vitest'
import {
  canary,
  type Entry,
  pin,
  publish,
  type Remotes,
  resolveBuild,
  rollBackFailing,
  rollback,
} from './registry.ts'
import { built } from './testing.ts'

const three = ['b1', 'b2', 'b3'].reduce<Remotes>((remotes, build) => publish(remotes, built(build)), {})
const crm = (remotes: Remotes) => remotes.crm as Entry
const nobody = { userId: null, key: 'k' }

describe('the registry', () => {
  it('gives everyone the last published build', () => {
    expect(resolveBuild(crm(three), 'crm', nobody)?.build).toBe('b3')
  })

  it('rolls back to the previous build and to a named one', () => {
    expect(crm(rollback(three, 'crm')).current).toBe('b2')
    expect(crm(rollback(rollback(three, 'crm'), 'crm')).current).toBe('b1')
    expect(crm(rollback(three, 'crm', 'b1')).current).toBe('b1')
    const first = rollback(rollback(three, 'crm'), 'crm')
    // before the first there was what the product was built with
    const before = rollback(first, 'crm')
    expect(resolveBuild(crm(before), 'crm', nobody)).toBeNull()
    expect(() => rollback(before, 'crm')).toThrow('no earlier build')
    expect(crm(rollback(before, 'crm', 'b3')).current).toBe('b3')
    expect(crm(rollback(three, 'crm', 'built-in')).current).toBe('built-in')
    expect(crm(publish(before, built('b4'))).current).toBe('b4')
    expect(() => publish(before, built('b1', 'billing', ['/crm']))).toThrow('both claim the path /crm')
    // a canary that never was for everybody is no way back
    const tried = publish(publish(three, built('b4'), 10), built('b5'))
    expect(crm(rollback(tried, 'crm')).current).toBe('b3')
    expect(() => rollback(three, 'crm', 'b9')).toThrow('There is no build b9 of crm.')
    expect(() => rollback(three, 'nothing')).toThrow('There is no remote nothing. There are: crm.')
  })

  it('gives a canary to about its share of browsers, always the same ones', () => {
    const some = canary(three, 'crm', 'b1', 30)
    const of = (key: number) => resolveBuild(crm(some), 'crm', { userId: null, key: `browser-${key}` })?.build
    const keys = Array.from({ length: 2_000 }, (_, key) => key)
    const lucky = keys.filter((key) => of(key) === 'b1')
    expect(lucky.length / keys.length).toBeGreaterThan(0.27)
    expect(lucky.length / keys.length).toBeLessThan(0.33)
    expect(keys.filter((key) => of(key) === 'b1')).toEqual(lucky)
    // more of them keeps those who have it
    const more = canary(some, 'crm', 'b1', 60)
    for (const key of lucky)
      expect(resolveBuild(crm(more), 'crm', { userId: null, key: `browser-${key}` })?.build).toBe('b1')
  })

  it('a canary is promoted at 100 percent, ends at 0, and ends first in a rollback', () => {
    const some = canary(three, 'crm', 'b1', 30)
    expect(crm(canary(some, 'crm', 'b1', 100))).toMatchObject({ current: 'b1', canary: null })
    expect(crm(canary(some, 'crm', 'b1', 0))).toMatchObject({ current: 'b3', canary: null })
    expect(crm(rollback(some, 'crm'))).toMatchObject({ current: 'b3', canary: null })
  })

  it('pins a build for one user until the pin is removed', () => {
    const pinned = pin(three, 'crm', 7, 'b1')
    expect(resolveBuild(crm(pinned), 'crm', { userId: 7, key: 'k' })?.build).toBe('b1')
    expect(resolveBuild(crm(pinned), 'crm', { userId: 8, key: 'k' })?.build).toBe('b3')
    expect(resolveBuild(crm(pin(pinned, 'crm', 7, null)), 'crm', { userId: 7, key: 'k' })?.build).toBe('b3')
  })

  it('rolls back a failing build: ends its canary, or returns to the previous build if there is one', () => {
    const some = canary(three, 'crm', 'b1', 30)
    expect(crm(rollBackFailing(some, 'crm', 'b1', true))).toMatchObject({ current: 'b3', canary: null })
    expect(crm(rollBackFailing(three, 'crm', 'b3', true)).current).toBe('b2')
    expect(rollBackFailing(three, 'crm', 'b2', true)).toBe(three)
    const only = publish({}, built('b1'))
    expect(rollBackFailing(only, 'crm', 'b1', false)).toBe(only)
    expect(crm(rollBackFailing(only, 'crm', 'b1', true)).current).toBe('built-in')
    expect(rollBackFailing(only, 'nothing', 'b1', true)).toBe(only)
  })

  it('rejects a path, a record or a navigation entry of another remote', () => {
    const parameter = publish({}, built('b1', 'crm', ['/people/:id']))
    expect(() => publish(parameter, built('b1', 'billing', ['/people/:number']))).toThrow(
      'crm and billing both claim the path /people/:number',
    )
    const record = { kind: 'bill', label: 'Bills', to: '/bills', icon: 'receipt', order: 1 }
    const [first, second] = [built('b1', 'crm'), built('b1', 'billing', ['/bills'])]
    for (const { manifest } of [first, second]) manifest.records = [record]
    expect(() => publish(publish({}, first), second)).toThrow('crm and billing both claim the record bill')
    const sameNav = built('b1', 'billing', ['/bills'])
    sameNav.manifest.nav = built('b1', 'crm').manifest.nav
    expect(() => publish(three, sameNav)).toThrow('both lead to /crm from the navigation')
  })
})
