import { setImmediate as othersFirst } from 'node:timers/promises'

/**
 * Joins what is asked for in one turn of the event loop into one question. It is put after all of them have asked, so
 * nobody is answered with what was known before.
 */
export function jointly<Asked, Answer>(ask: (all: readonly Asked[]) => Promise<(one: Asked) => Answer>) {
  let turn: { all: Asked[]; answer: Promise<(one: Asked) => Answer> } | undefined
  const begin = () => {
    const all: Asked[] = []
    const answer = othersFirst().then(() => {
      turn = undefined
      return ask(all)
    })
    return { all, answer }
  }
  return async (one: Asked): Promise<Answer> => {
    turn ??= begin()
    const { all, answer } = turn
    all.push(one)
    return (await answer)(one)
  }
}
