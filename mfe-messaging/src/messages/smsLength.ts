import { countSegments, longestSms } from '@plumbline/messaging/api'

const format = (count: number) => count.toLocaleString('en-US')

/** @example smsLength('On my way') // '9 of 1,600 characters · 1 SMS' */
export const smsLength = (text: string): string =>
  `${format(text.trim().length)} of ${format(longestSms)} characters · ${countSegments(text.trim())} SMS`
