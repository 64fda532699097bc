export const messageTypes = ['sms', 'email'] as const
export type MessageType = (typeof messageTypes)[number]

/**
 * What a payment reminder is about.
 * @example remindedOf(['INV-000001', 'INV-000002']) // 'invoices INV-000001 and INV-000002'
 */
export const remindedOf = (invoiceNumbers: readonly string[]): string =>
  `${invoiceNumbers.length === 1 ? 'invoice' : 'invoices'} ${new Intl.ListFormat('en').format(invoiceNumbers)}`

/** @example arrivalText(20) // 'I will be there in about 20 minutes.' */
export const arrivalText = (minutes: number): string => `I will be there in about ${minutes} minutes.`

/** What staff say when they are delayed and write it themselves. @example runningLateText(15) // 'I am running 15 minutes late. Sorry about that!' */
export const runningLateText = (minutes: number): string =>
  `I am running ${minutes} minutes late. Sorry about that!`
