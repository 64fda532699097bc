import { color, radius, text } from './tokens.ts'

/** First letters of first and last name. */
export const initials = (firstName: string, lastName: string): string =>
  [firstName, lastName].map((name) => [...name.trim()][0]?.toLocaleUpperCase() ?? '').join('')

/** A person at a glance; the name stands beside it, so it is silent. */
export const Avatar = ({ firstName, lastName }: { firstName: string; lastName: string }) => (
  <span
    aria-hidden
    css={{
      display: 'grid',
      placeItems: 'center',
      flex: 'none',
      width: 36,
      height: 36,
      borderRadius: radius.pill,
      background: color.sunken,
      color: color.muted,
      fontSize: text.sm,
      fontWeight: 600,
    }}
  >
    {initials(firstName, lastName)}
  </span>
)
