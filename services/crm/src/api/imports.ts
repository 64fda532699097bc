import { ById } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'

/** How many rows one call may have. */
export const importChunk = 500

/** The outcome of a row, or of its dry run; rows count from 0 within their call. */
export const ImportedRow = z.object({
  row: z.int(),
  outcome: z.enum(['created', 'matched', 'refused']),
  /** Null for refused rows, and for new ones of a dry run. */
  customerId: z.nullable(z.int()),
  /** Which field a matched row has in common with the customer. */
  matchedBy: z.nullable(z.enum(['phone', 'email'])),
  /** What is wrong with a refused row, by field. */
  problems: z.record(z.string(), z.string()),
  /** What makes a row unique: the phone number as E.164, the e-mail address in lower case. */
  keys: z.array(z.string()),
})
export type ImportedRow = z.infer<typeof ImportedRow>

export const ImportRows = z.object({
  rows: z
    .array(z.record(z.string(), z.unknown()))
    .check(
      z.minLength(1, 'There are no rows'),
      z.maxLength(importChunk, `At most ${importChunk} rows at once`),
    ),
  /** True answers what would happen and writes nothing. */
  dryRun: z.optional(z.boolean()),
})

/** `keptIds` are of this call, `kept` counts all calls. Repeat the call while `remaining` is not 0. */
export const Undone = z.object({
  removed: z.int(),
  kept: z.int(),
  keptIds: z.array(z.int()),
  remaining: z.int(),
})
export type Undone = z.infer<typeof Undone>

export const startImport = {
  method: 'POST',
  path: '/api/customers/imports',
  summary: 'Start an import of customers',
  needs: 'customers.edit',
  creates: true,
  response: z.object({ id: z.int() }),
} as const

export const importRows = {
  method: 'POST',
  path: '/api/customers/imports/:id/rows',
  summary: 'Create the customers of these rows that do not exist, in one transaction',
  needs: 'customers.edit',
  creates: true,
  params: ById,
  body: ImportRows,
  response: z.object({ rows: z.array(ImportedRow) }),
} as const

export const undoImport = {
  method: 'POST',
  path: '/api/customers/imports/:id/undo',
  summary: 'Undo an import: remove unmodified customers it created',
  needs: 'customers.edit',
  params: ById,
  response: Undone,
} as const
