import { atom, getDefaultStore } from 'jotai'

export type Toast = {
  id: number
  title: string
  description?: string
  /** `destructive` for what failed. */
  tone: 'default' | 'destructive'
  open: boolean
  /** What can be done about it, such as undoing it. */
  action?: { label: string; onSelect: () => void }
  /** Another thing, beside an `action`; a shell of before shows only the first. */
  secondAction?: { label: string; onSelect: () => void }
}

// spec §9: one at a time; a dismissed one leaves memory long after it left the screen
const limit = 1
const removeAfterMs = 1_000_000

const unreachable = 'The server could not be reached. What you entered is kept; please try again.'

export const toastsAtom = atom<readonly Toast[]>([])
const store = getDefaultStore()
let counter = 0

/** Shows a notification; a newer one takes the place of an older one. */
export function toast({
  title,
  description,
  tone = 'default',
  action,
  secondAction,
}: Pick<Toast, 'title' | 'description' | 'action' | 'secondAction'> & { tone?: Toast['tone'] }): number {
  counter += 1
  // a failure without words of its own: there was no answer
  const text = description === '' && tone === 'destructive' ? unreachable : description
  const added: Toast = { id: counter, title, tone, open: true, description: text, action, secondAction }
  store.set(toastsAtom, (toasts) => [added, ...toasts].slice(0, limit))
  return added.id
}

export function dismissToast(id: number): void {
  store.set(toastsAtom, (toasts) => toasts.map((it) => (it.id === id ? { ...it, open: false } : it)))
  setTimeout(() => store.set(toastsAtom, (toasts) => toasts.filter((it) => it.id !== id)), removeAfterMs)
}
