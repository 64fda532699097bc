// the gateway's tables and who changes them, for processes that serve nothing: this loads no server
export { storeFrontEnds } from './pages/storedFiles.ts'
export { endSessionsOf } from './sessions/sessions.ts'
export { gatewaySchema } from './sessions/tables.ts'
