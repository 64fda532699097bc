import { formatMoney, type Money, moneyText } from '@plumbline/contract/money'
import type { Appointment } from '@plumbline/scheduling/api'

/** The total amount in the list, which has '$0.00' where there is none because the specification (§2) says so. */
export const listedAmount = ({ totalAmount }: Pick<Appointment, 'totalAmount'>): string =>
  totalAmount === null ? '$0.00' : formatMoney(totalAmount)

/** Whole minutes, and hours times rate. */
export function toDurationAndPrice(hours: number, rate: number): { duration: number; estimatedPrice: Money } {
  // rounded in hundredths of a cent first, so that 1.005 is not 1.00499999
  const cents = Math.round(Math.round(hours * rate * 10_000) / 100)
  return { duration: Math.round(hours * 60), estimatedPrice: moneyText(cents) }
}

const roundToHundredths = (value: number) => Math.round(value * 100) / 100

/** Hours from minutes and the rate from the price, both rounded to hundredths; the usual rate where there is no price. */
export function toHoursAndRate(
  { duration, estimatedPrice }: Pick<Appointment, 'duration' | 'estimatedPrice'>,
  usualRate: number,
): { hours: number; rate: number } {
  const hours = duration / 60
  const rate = hours === 0 || !estimatedPrice ? usualRate : Number(estimatedPrice) / hours
  return { hours: roundToHundredths(hours), rate: roundToHundredths(rate) }
}

/** The rate that a stored price has, where it is the one that is shown rounded; any other rate is as it was typed. */
export function exactRateOf(
  shown: number,
  stored?: Pick<Appointment, 'duration' | 'estimatedPrice'>,
): number {
  if (!stored?.estimatedPrice || stored.duration === 0) return shown
  const exact = Number(stored.estimatedPrice) / (stored.duration / 60)
  return roundToHundredths(exact) === shown ? exact : shown
}
