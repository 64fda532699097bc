import { call } from '@plumbline/contract'
import { getDemonstration } from '@plumbline/gateway/api'

export const readDemonstration = (signal?: AbortSignal) => call(getDemonstration, { signal })
