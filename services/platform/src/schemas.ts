import * as z from 'zod/mini'

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

/** The parameters of `/api/<things>/:id`. */
export const ById = z.object({ id: pathId })
