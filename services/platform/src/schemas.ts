import * as z from 'zod/mini'
import type { Money } from './money.ts'
import type { Right } from './rights.ts'

/** Shapes that the endpoints of several services share. Runs in the browser: it imports zod alone. */

const maxId = 2_147_483_647

/** An id in a path or a query: a positive integer as Postgres keeps it. */
export const pathId = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/)),
  z.pipe(
    z.transform((digits: string) => Number(digits)),
    z.int().check(z.maximum(maxId)),
  ),
)

/** An id in a body. */
export const bodyId = (message?: string) =>
  z.int({ error: message }).check(z.positive(message), z.maximum(maxId, message))

/** A position in the log, as decimal digits: one more digit, and Postgres could not hold every number. */
export const logPosition = /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.regex(/^\d{1,18}$/))

/** Rights that fields of an answer need, beside the one that the endpoint does. */
export type FieldRight = Extract<Right, 'prices.view' | 'costs.view'>

const fieldRights = /* @__PURE__ */ new WeakMap<object, FieldRight>()

/** Declares that a field of this schema is absent from the answers of who has not this right. */
export function seenWith<Schema extends object>(right: FieldRight, schema: Schema): Schema {
  fieldRights.set(schema, right)
  return schema
}

/** What one needs to see a field of this schema. */
export const rightToSee = (schema: object): FieldRight | undefined => fieldRights.get(schema)

const amount = () => z.string().check(z.regex(/^-?\d+\.\d{2}$/)) as unknown as z.ZodMiniType<Money, Money>

/** Money in an answer. */
export const money = /* @__PURE__ */ seenWith('prices.view', /* @__PURE__ */ amount())

/** What something costs the business, in an answer; null where none is noted. Customers never see it. */
export const cost = /* @__PURE__ */ seenWith(
  'costs.view',
  /* @__PURE__ */ z.nullable(/* @__PURE__ */ amount()),
)

/** The parameters of `/api/<things>/:id`. */
export const ById = z.object({ id: pathId })
/** A change of a record: its id, and the version that the change made of it. */
export const ByChange = z.object({ id: pathId, version: pathId })

export const maxPageSize = 1_000

/**
 * The query of a list in pages: `cursor` comes from the `Link` header of the page before. Without a limit, all rows. With
 * `count` a page has the number of all rows in its `X-Total-Count` header.
 */
export const pageQuery = {
  count: z.optional(
    z.pipe(
      z.literal('true', { error: 'count is true or left out' }),
      z.transform(() => true),
    ),
  ),
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,4}$/, 'The limit is a number')),
      z.pipe(
        z.transform((digits: string) => Number(digits)),
        z
          .int()
          .check(
            z.minimum(1, 'The limit is at least 1'),
            z.maximum(maxPageSize, `The limit is at most ${maxPageSize}`),
          ),
      ),
    ),
  ),
  cursor: z.optional(z.string()),
}

/** What a customer with a link is shown of a document: HTML, in which nothing but what it writes itself is not escaped. */
export const CustomerPage = /* @__PURE__ */ z.object({
  title: /* @__PURE__ */ z.string(),
  body: /* @__PURE__ */ z.string(),
})
export type CustomerPage = z.infer<typeof CustomerPage>
