import { dismissToast, toastsAtom } from '@plumbline/contract'
import { layerEvent } from '@plumbline/ui'
import { useIsFetching } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'

const retryAfterMs = 2_000

/** Tried until it succeeds: a failure here would take the whole page with it. */
const loadToaster = async (): Promise<{ default: typeof import('@plumbline/ui/toaster').Toaster }> => {
  try {
    return { default: (await import('@plumbline/ui/toaster')).Toaster }
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    return loadToaster()
  }
}
const Toaster = lazy(loadToaster)

// the page comes first; then the place for notifications is there before it is needed, as screen readers want it
const quietMs = 2_000

/** Notifications, loaded once the page stands or the first one is due. */
export function Notifications() {
  const toasts = useAtomValue(toastsAtom)
  const [ready, setReady] = useState(false)
  const fetching = useIsFetching() > 0
  useEffect(() => {
    if (fetching) return
    const timer = setTimeout(() => setReady(true), quietMs)
    return () => clearTimeout(timer)
  }, [fetching])
  const dismissAll = useEffectEvent(() => {
    for (const { id, open } of toasts) if (open) dismissToast(id)
  })
  // a notification of the page below would lie on a dialog that opens
  useEffect(() => {
    window.addEventListener(layerEvent, dismissAll)
    return () => window.removeEventListener(layerEvent, dismissAll)
  }, [])
  if (!ready && toasts.length === 0) return null
  return (
    <Suspense>
      <Toaster toasts={toasts} onDismiss={dismissToast} />
    </Suspense>
  )
}
