export { ApiError, orNull } from './apiError.js'
export { type Business, type Remote, readBusiness, readRemotes } from './boot.js'
export { type CallableEndpoint, type CallInput, call, callTagged } from './call.js'
export { newKey } from './key.js'
export { startPush } from './push.js'
export { createQueryClient, sessionKey } from './queries.js'
export {
  contractVersion,
  oldestContract,
  type RemoteContext,
  type RoutesModule,
  type WidgetsModule,
} from './remote.js'
export { sessionQuery, signIn, signOut, type User, useSession } from './session.js'
export {
  age,
  dayInNewYork,
  dayLater,
  formatDateTime,
  formatDay,
  formatLongDay,
  formatMoney,
  formatTime,
  formatYear,
  readTime,
} from './time.js'
export { dismissToast, type Toast, toast, toastsAtom } from './toasts.js'
export { type Filter, useFilter, useParam } from './urlState.js'
export { type Lender, LendingContext, Widget } from './widgets.js'
