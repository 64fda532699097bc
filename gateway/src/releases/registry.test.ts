import { describe, expect, it } from 'vitest'
import type { Remote } from '../api.ts'
import {
  canary,
  type Entry,
  type Published,
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
const shipped = (name: string, paths?: string[]): Remote => {
  const { manifest, release } = built('b0', name, paths)
  return { ...manifest, release }
}
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

  it('keeps the builds that visitors get or can be rolled back to, however many are published', () => {
    const first = pin(publish(publish({}, built('a0')), built('c0')), 'crm', 7, 'a0')
    const canaries = Array.from({ length: 40 }, (_, n) => `c${n + 1}`)
    const after = canaries.reduce((remotes, build) => publish(remotes, built(build), 10), first)
    const inNoCanary = { userId: null, key: 'browser-0' }
    expect(resolveBuild(crm(after), 'crm', inNoCanary)?.build).toBe('c0')
    expect(resolveBuild(crm(after), 'crm', { userId: 7, key: 'k' })?.build).toBe('a0')
    expect(crm(after).published.map(({ build }) => build)).toEqual([
      ...canaries.slice(-20).toReversed(),
      'c0',
      'a0',
    ])
    const withoutPin = pin(after, 'crm', 7, null)
    expect(crm(rollback(rollback(withoutPin, 'crm'), 'crm')).current).toBe('a0')
  })

  it('gives the built-in build where the current one is missing, and rolls back to none that is', () => {
    const [newest] = crm(three).published
    const lost: Remotes = {
      crm: { ...crm(three), current: 'b2', earlier: ['b1'], published: [newest as Published] },
    }
    expect(resolveBuild(crm(lost), 'crm', nobody)).toBeNull()
    expect(crm(rollback(lost, 'crm')).current).toBe('built-in')
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
    expect(crm(rollBackFailing(some, 'crm', 'b1', []))).toMatchObject({ current: 'b3', canary: null })
    expect(crm(rollBackFailing(three, 'crm', 'b3', [])).current).toBe('b2')
    expect(rollBackFailing(three, 'crm', 'b2', [])).toBe(three)
    const only = publish({}, built('b1'))
    expect(rollBackFailing(only, 'crm', 'b1', [{ ...shipped('crm'), release: null }])).toBe(only)
    expect(crm(rollBackFailing(only, 'crm', 'b1', [shipped('crm')])).current).toBe('built-in')
    expect(rollBackFailing(only, 'nothing', 'b1', [shipped('crm')])).toBe(only)
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

  // crm gave /x up with its second build, then billing took it
  const moved = [
    built('a1', 'crm', ['/crm', '/x']),
    built('a2', 'crm', ['/crm']),
    built('b1', 'billing', ['/bills', '/x']),
  ].reduce<Remotes>((remotes, it) => publish(remotes, it), {})
  const refusal = 'billing and crm both claim the path /x, in the builds b1 and a1.'

  it.each<[string, () => Remotes]>([
    ['a rollback', () => rollback(moved, 'crm')],
    ['a rollback to a named build', () => rollback(moved, 'crm', 'a1')],
    ['a canary', () => canary(moved, 'crm', 'a1', 10)],
    ['a promotion', () => canary(moved, 'crm', 'a1', 100)],
    ['a pin', () => pin(moved, 'crm', 7, 'a1')],
    ['a published canary', () => publish(moved, built('a1', 'crm', ['/crm', '/x']), 10)],
  ])('refuses %s that gives a visitor two builds with one path', (_, change) => {
    expect(change).toThrow(refusal)
  })

  it('refuses a build whose path a canary or a pin of another remote claims', () => {
    const before = publish(publish({}, built('a1')), built('a2', 'crm', ['/crm', '/x']), 10)
    const taker = built('b1', 'billing', ['/bills', '/x'])
    expect(() => publish(before, taker)).toThrow('both claim the path /x, in the builds a2 and b1.')
    const pinned = canary(pin(before, 'crm', 7, 'a2'), 'crm', 'a2', 0)
    expect(() => publish(pinned, taker)).toThrow('both claim the path /x, in the builds a2 and b1.')
    expect(publish(pin(pinned, 'crm', 7, null), taker)).toHaveProperty('billing')
  })

  it('refuses a path of a built-in remote, unless a published build gave it up', () => {
    const builtIns = [shipped('crm'), shipped('scheduling', ['/appointments'])]
    const taker = built('a1', 'crm', ['/crm', '/appointments'])
    const refused = 'scheduling and crm both claim the path /appointments, in the builds built-in and a1.'
    expect(() => publish({}, taker, undefined, builtIns)).toThrow(refused)
    const given = publish({}, built('s1', 'scheduling', ['/scheduler']), undefined, builtIns)
    const taken = publish(given, taker, undefined, builtIns)
    expect(crm(taken).current).toBe('a1')
    expect(() => rollback(taken, 'scheduling', 'built-in', builtIns)).toThrow(
      'both claim the path /appointments',
    )
  })

  it('never refuses to take a build away, also one of two that collide already', () => {
    const [first, second] = [
      publish({}, built('a1', 'crm', ['/x'])),
      publish({}, built('b1', 'billing', ['/x'])),
    ]
    const both = { ...pin(first, 'crm', 7, 'a1'), ...second }
    expect(crm(pin(both, 'crm', 7, null)).pins).toEqual({})
    expect(crm(rollback(both, 'crm', 'built-in', [shipped('crm', ['/crm'])])).current).toBe('built-in')
  })

  it('rolls a failing build back to the latest one that collides with no other remote', () => {
    const before = publish(publish({}, built('a0')), built('a1', 'crm', ['/crm', '/x']))
    const after = publish(publish(before, built('a2')), built('b1', 'billing', ['/bills', '/x']))
    expect(crm(rollBackFailing(after, 'crm', 'a2', [])).current).toBe('a0')
    expect(rollBackFailing(moved, 'crm', 'a2', [])).toBe(moved)
    expect(crm(rollBackFailing(moved, 'crm', 'a2', [shipped('crm')])).current).toBe('built-in')
    expect(rollBackFailing(moved, 'crm', 'a2', [shipped('crm', ['/x'])])).toBe(moved)
  })
})
