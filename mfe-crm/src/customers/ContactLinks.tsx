import { css } from '@emotion/react'
import { directionsLink, formatPhone, mailtoLink, telephoneLink } from '@plumbline/contract/contact'
import { color, phone as onPhone, space, text } from '@plumbline/ui'
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

const links = css`
  min-width: 26ch;
  ${narrowTable} { min-width: 18ch; }
  /* on a card beside each other, the number first */
  ${onPhone} {
    display: flex;
    gap: ${space(4)};
    min-width: 0;
    font-size: ${text.md};
    a[href^='tel:'] { order: -1; flex: none; }
    a[href^='mailto:'] { display: block; min-width: 0; overflow: hidden; line-height: 44px; text-overflow: ellipsis; white-space: nowrap; }
  }
`

/** Email and phone in a table; drawn once, because a long table draws its rows with every step of scrolling. */
export const ContactLinks = memo(({ person }: { person: Reachable }) => (
  <div css={links}>
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
        {/* where it has to break, it breaks at the @ */}
        <a css={link} href={mailtoLink(email)}>
          <span>
            {email.slice(0, email.indexOf('@') + 1)}
            <wbr />
            {email.slice(email.indexOf('@') + 1)}
          </span>
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
