export const profileFields = [
  'name',
  'product',
  'tagline',
  'phone',
  'phoneHref',
  'email',
  'area',
  'founded',
  'url',
] as const

type ProfileField = (typeof profileFields)[number]

/** Tokens the gateway replaces with the business's own words, HTML-escaped, when it serves the page. */
export const business = Object.fromEntries(
  profileFields.map((field) => [field, `{{business.${field}}}`]),
) as Record<ProfileField, string>
