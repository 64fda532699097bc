import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dismissToast, toast, toastsAtom } from './toasts.ts'

const currentToasts = () => getDefaultStore().get(toastsAtom)
beforeEach(() => {
  vi.useFakeTimers()
  getDefaultStore().set(toastsAtom, [])
})
afterEach(() => vi.useRealTimers())

it('shows one at a time: a newer one takes the place of the older', () => {
  toast({ title: 'One' })
  toast({ title: 'Two', description: 'More', tone: 'destructive' })
  expect(currentToasts()).toMatchObject([
    { title: 'Two', description: 'More', tone: 'destructive', open: true },
  ])
})

it('closes a dismissed one at once and forgets it after 1 000 000 ms', () => {
  dismissToast(toast({ title: 'One' }))
  expect(currentToasts()).toMatchObject([{ open: false }])
  vi.advanceTimersByTime(999_999)
  expect(currentToasts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(currentToasts()).toHaveLength(0)
})

it('carries what can be done about it', () => {
  const [undo, text] = [vi.fn(), vi.fn()]
  toast({
    title: 'Moved',
    action: { label: 'Undo', onSelect: undo },
    secondAction: { label: 'Text the new time', onSelect: text },
  })
  currentToasts()[0]?.action?.onSelect()
  expect(undo).toHaveBeenCalledOnce()
  currentToasts()[0]?.secondAction?.onSelect()
  expect(text).toHaveBeenCalledOnce()
})
