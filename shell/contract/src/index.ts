export { ApiError, NoAnswerError, orNull } from './apiError.ts'
export { type Business, type Remote, readBusiness, readRemotes } from './boot.ts'
export { type CallableEndpoint, type CallInput, call, callTagged, callWithHeaders } from './call.ts'
export { newKey } from './key.ts'
export { startPush } from './push.ts'
export { createQueryClient, sessionKey } from './queries.ts'
export {
  contractVersion,
  oldestContract,
  type RemoteContext,
  type RoutesModule,
  type WidgetsModule,
} from './remote.ts'
export { sessionQuery, signIn, signOut, type User, useSession } from './session.ts'
export {
  age,
  dayAt,
  dayInNewYork,
  dayLater,
  formatDateTime,
  formatDay,
  formatLongDay,
  formatMoney,
  formatTime,
  formatYear,
  readTime,
  timeZone,
} from './time.ts'
export { dismissToast, type Toast, toast, toastsAtom } from './toasts.ts'
export {
  confirmDiscard,
  confirmLeave,
  discardUnsavedChanges,
  trackUnsavedChanges,
  UnsavedChangesGuard,
} from './unsavedChanges.tsx'
export { type Filter, useFilter, useParam } from './urlState.ts'
export { type Lender, LendingContext, Widget } from './widgets.tsx'
