import { html, Markup } from '@plumbline/platform/html'

export const profileFields = [
  'name',
  'product',
  'tagline',
  'phone',
  'phoneHref',
  'email',
  'area',
  'founded',
  'rating',
  'customers',
  'url',
] as const

type ProfileField = (typeof profileFields)[number]

/** What stands only where the business says something of this kind; the gateway leaves it out otherwise. */
export const where = (field: ProfileField, content: Markup): Markup =>
  html`${new Markup(`{{where.${field}}}`)}${content}${new Markup(`{{end.${field}}}`)}`

/** Tokens the gateway replaces with the business's own words, HTML-escaped, when it serves the page. */
export const business = Object.fromEntries(
  profileFields.map((field) => [field, `{{business.${field}}}`]),
) as Record<ProfileField, string>

/** Where the business works, as a part of a sentence. */
export const inArea = where('area', html` for ${business.area}`)

/** A token that the gateway replaces with a text of a group, or with a field of an item of a list. */
export const token = (group: string, name: string): string => `{{${group}.${name}}}`

/** What the gateway repeats for each item of a list; `separator` stands between them. */
export const each = (list: string, content: Markup, separator: '' | ',' = ''): Markup =>
  html`${new Markup(`{{each.${list}${separator}}}`)}${content}${new Markup(`{{end.${list}}}`)}`
