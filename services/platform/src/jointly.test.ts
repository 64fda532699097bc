import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { jointly } from './jointly.ts'

it('who asks in one turn is asked for at once, and everybody is told their own', async () => {
  const asked: number[][] = []
  const double = jointly(async (all: readonly number[]) => {
    asked.push([...all])
    return (one) => one * 2
  })
  expect(await Promise.all([double(1), double(2), double(1)])).toEqual([2, 4, 2])
  expect(await double(3)).toBe(6)
  expect(asked).toEqual([[1, 2, 1], [3]])
})

it('who asks while an answer is on its way is not given that one', async () => {
  let now = 'before'
  const answers: (() => void)[] = []
  const tell = jointly(async (_all: readonly string[]) => {
    const then = now
    await new Promise<void>((resolve) => answers.push(resolve))
    return () => then
  })
  const first = tell('a')
  await nextTurn()
  now = 'after'
  const second = tell('b')
  await nextTurn()
  for (const answer of answers) answer()
  expect(await Promise.all([first, second])).toEqual(['before', 'after'])
})

it('a question that fails fails for those who asked it, and for nobody later', async () => {
  let broken = true
  const tell = jointly(async (_all: readonly string[]) => {
    if (broken) throw new Error('away')
    return (one) => one
  })
  const both = await Promise.allSettled([tell('a'), tell('b')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  broken = false
  expect(await tell('c')).toBe('c')
})
