import { LendingContext } from '@plumbline/contract'
import { use } from 'react'

/** Whether another micro-frontend lends this widget here. */
export const useIsInstalled = (remote: string, widget: string): boolean =>
  use(LendingContext)(remote, widget) !== null
