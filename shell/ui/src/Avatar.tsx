import { color, radius, text } from './tokens.ts'

/** First letters of first and last name. */
export const initials = (firstName: string, lastName: string): string =>
  [firstName, lastName].map((name) => [...name.trim()][0]?.toLocaleUpperCase() ?? '').join('')

const sizes = { sm: 28, md: 36, lg: 48 }
const letters = { sm: text.xs, md: text.sm, lg: text.lg }

type AvatarProps = { firstName: string; lastName: string; size?: keyof typeof sizes }

/** A person's initials; hidden from screen readers, for the name is beside it. */
export const Avatar = ({ firstName, lastName, size = 'md' }: AvatarProps) => (
  <span
    aria-hidden
    css={{
      display: 'inline-grid',
      placeItems: 'center',
      flex: 'none',
      width: sizes[size],
      height: sizes[size],
      borderRadius: radius.pill,
      background: color.sunken,
      color: color.muted,
      fontSize: letters[size],
      fontWeight: 600,
    }}
  >
    {initials(firstName, lastName)}
  </span>
)
