/** The folds of the events of billing, for the read models of other services. */
export * from './invoice/record.ts'
export * from './quote/record.ts'
