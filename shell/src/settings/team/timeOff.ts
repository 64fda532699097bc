import { dateName } from '@plumbline/contract/when'
import type { TimeOff } from './teamCalls.ts'

/** @example daysText({ from: '2026-12-24', to: '2026-12-31' }, '2026-11-27') // 'Thu, Dec 24 – Thu, Dec 31' */
export const daysText = ({ from, to }: Pick<TimeOff, 'from' | 'to'>, today: string): string =>
  [...new Set([from, to])].map((day) => dateName(day, today)).join(' – ')
