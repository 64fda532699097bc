import { confirm } from '@plumbline/ui'
import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'

// forms of several micro-frontends register here, and one guard asks for all of them
const unsaved = new Set<symbol>()

const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

function update(): void {
  // a listener that is always there would keep pages out of the back/forward cache
  if (unsaved.size > 0) window.addEventListener('beforeunload', warnBeforeUnload)
  else window.removeEventListener('beforeunload', warnBeforeUnload)
}

/** Says that a form holds changes; the answer takes it back. */
export function trackUnsavedChanges(): () => void {
  const form = Symbol('form')
  unsaved.add(form)
  update()
  return () => {
    unsaved.delete(form)
    update()
  }
}

/** Forgets all changes that were not saved, as when another person signs in. */
export function discardUnsavedChanges(): void {
  unsaved.clear()
  update()
}

/** The question before what was entered is lost. */
export const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: 'Discard changes?',
    text: 'What you entered has not been saved.',
    action: 'Discard',
    keep: 'Keep editing',
    danger: true,
  })

/** Asks when any form of the page holds changes; when it answers true, nothing stands in the way any more. */
export async function confirmLeave(): Promise<boolean> {
  if (unsaved.size > 0 && !(await confirmDiscard())) return false
  discardUnsavedChanges()
  return true
}

/** Asks before a link, Back or an address leaves a form with unsaved changes. Stands once, inside the router. */
export function UnsavedChangesGuard() {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      unsaved.size > 0 && (from.pathname !== to.pathname || from.search !== to.search),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirmLeave().then((leave) => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  return null
}
