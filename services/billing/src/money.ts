import { rejection } from '@plumbline/platform/errors'
import { centsOf as exactCents } from '@plumbline/platform/money'
import { Money } from './api.ts'

/** Text with at most two decimals, as integer cents. Nothing is rounded: what does not fit is refused. */
export function centsOf(text: string): number {
  const parsed = Money.safeParse(text)
  if (!parsed.success) throw rejection('invalid', parsed.error.issues[0]?.message ?? 'Please enter an amount')
  return exactCents(parsed.data)
}
