import { css } from '@emotion/react'
import { directionsLink, formatPhone, mailtoLink, telephoneLink } from '@plumbline/contract/contact'
import { color, phone as onPhone, space } from '@plumbline/ui'
import { Mail, MapPin, Phone } from 'lucide-react'
import { memo, type ReactNode } from 'react'

// two lines of them must not be too close for a finger
const link = css`
  display: flex;
  align-items: center;
  width: fit-content;
  min-height: 24px;
  color: inherit;
  text-decoration: none;
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
  &[href^='tel:'] { white-space: nowrap; }
  &:hover { text-decoration: underline; }
  ${onPhone} { min-width: 44px; min-height: 44px; }
`

const list = css`
  display: grid;
  gap: ${space(1)};
  margin: 0;
  padding: 0;
  list-style: none;
  li { display: flex; gap: ${space(2)}; align-items: center; min-width: 0; }
  svg { flex: none; color: ${color.muted}; }
  ${onPhone} { gap: 0; }
`

/** Where a table has just room enough to be one; with less its rows are cards. */
export const narrowTable = '@container (min-width: 640px) and (max-width: 799px)'

type Reachable = { phone: string; email: string }

/** Email and phone in a table; drawn once, because a long table draws its rows with every step of scrolling. */
export const ContactLinks = memo(({ person }: { person: Reachable }) => (
  <div css={{ minWidth: '26ch', [narrowTable]: { minWidth: '18ch' } }}>
    {person.email && (
      <a css={link} href={mailtoLink(person.email)}>
        {person.email}
      </a>
    )}
    <a css={link} href={telephoneLink(person.phone)}>
      {formatPhone(person.phone)}
    </a>
  </div>
))

type ContactListProps = {
  person: Reachable & { address: string | null }
  /** Beside the phone number. */
  phoneNote?: ReactNode
}

/** Phone, email and address, each with what it opens. */
export const ContactList = ({ person: { phone, email, address }, phoneNote }: ContactListProps) => (
  <ul css={list}>
    <li>
      <Phone size={16} aria-label="Phone" />
      <a css={link} href={telephoneLink(phone)}>
        {formatPhone(phone)}
      </a>
      {phoneNote}
    </li>
    {email && (
      <li>
        <Mail size={16} aria-label="Email" />
        <a css={link} href={mailtoLink(email)}>
          {email}
        </a>
      </li>
    )}
    {address && (
      <li>
        <MapPin size={16} aria-label="Address" />
        <a css={link} href={directionsLink(address)} target="_blank" rel="noreferrer">
          {address}
        </a>
      </li>
    )}
  </ul>
)
