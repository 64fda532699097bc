import { rights } from '@plumbline/platform/rights'
import * as z from 'zod/mini'

// on its own: the gateway checks it before it writes it into a document, and browsers need only the types

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
// nothing is said of it where it is empty
const optionalText = z.string().check(z.trim(), z.maxLength(200))

/** The business as people see it; every word of it is configuration. */
export const Business = z.object({
  product: text,
  name: text,
  tagline: optionalText,
  phone: text,
  email: z.email(),
  area: optionalText,
  founded: optionalText,
  /** What customers think, and how many of them. */
  rating: optionalText,
  customers: optionalText,
})
export type Business = z.infer<typeof Business>

/** With what pages derive from it: `phoneHref` is a `tel:` URL, `url` the address people use. */
export const PageBusiness = z.extend(Business, { phoneHref: z.string(), url: z.string() })
export type PageBusiness = z.infer<typeof PageBusiness>

const Right = z.enum(rights)
const Entry = z.object({
  label: z.string(),
  to: z.string(),
  icon: z.string(),
  order: z.number(),
  /** The right without which it is not offered, where its page does not say so already. */
  needs: z.optional(Right),
})
const NavEntry = z.extend(Entry, { match: z.array(z.string()) })

/**
 * `mfe.json`: what a micro-frontend declares. In `create`, `commands`, `records` and `shows` an address may have
 * placeholders: `:customer` is the id of a record of that kind, `:customer.phone` a field of it. Builds from before these four
 * have none of them.
 */
export const Manifest = z.object({
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  title: z.string(),
  contract: z.int(),
  paths: z.array(z.string().check(z.startsWith('/'))),
  nav: z.array(NavEntry),
  widgets: z.array(z.string()),
  /** The rights that pages and widgets need, by path and by name. Without it nothing of them is shown, offered or asked for. */
  needs: z.optional(z.record(z.string(), Right)),
  /** Where those begin who may not see the dashboard; it takes its place in their navigation. */
  home: z.optional(NavEntry),
  /** Entries of the '+ New' menu; `prefilled` is used instead of `to` while what it names is in view. */
  create: z.optional(z.array(z.extend(Entry, { prefilled: z.optional(z.string()) }))),
  /** What the palette offers besides; one with placeholders, while what they name is in view. */
  commands: z.optional(z.array(Entry)),
  /** Kinds of records: a group of search results each, `to` is where a result leads. */
  records: z.optional(
    z.array(
      z.extend(Entry, {
        kind: z.string(),
        /** The GET that answers one, as in `/api/customers/:customer`. */
        read: z.optional(z.string()),
        /** How it is called, of fields of that answer: `:firstName :lastName`. */
        name: z.optional(z.string()),
        /** Fields of that answer with the ids of other records, by their kind. */
        related: z.optional(z.record(z.string(), z.string())),
      }),
    ),
  ),
  /** Further addresses at which a record is in view, as in `/messages?customer=:customer`. */
  shows: z.optional(z.array(z.string())),
})
export type Manifest = z.infer<typeof Manifest>

/** `release.json`: what a build consists of. */
export const Release = z.object({
  build: z.string().check(z.regex(/^[\w.-]+$/)),
  entry: z.string(),
  integrity: z.record(z.string(), z.string()),
  preload: z._default(z.array(z.string()), []),
})
export type Release = z.infer<typeof Release>

/** A micro-frontend as it is resolved for a session; `release` is null while nothing of it is installed. */
export const Remote = z.extend(Manifest, { release: z.nullable(Release) })
export type Remote = z.infer<typeof Remote>
