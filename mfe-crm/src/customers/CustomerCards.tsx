import { css } from '@emotion/react'
import { formatDay } from '@plumbline/contract'
import type { Customer } from '@plumbline/crm/api'
import { Avatar, buttonStyle, color, phone, radius, StatusBadge, space, text } from '@plumbline/ui'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { CalendarDays, Mail, MapPin, Phone, ReceiptText } from 'lucide-react'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { fullName, mail, telephone } from './customer.ts'

const card = css`
  position: relative;
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  height: 100%;
  padding: ${space(4)} ${space(5)};
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  &:has(h2 a:hover) { border-color: ${color.control}; }
  h2 { font-size: ${text.lg}; overflow-wrap: anywhere; }
  h2 a { color: inherit; text-decoration: none; }
  h2 a::after { content: ''; position: absolute; inset: 0; border-radius: ${radius.surface}; }
  h2 a:focus-visible { outline: none; }
  h2 a:focus-visible::after { outline: 2px solid ${color.accent}; outline-offset: 2px; }
  ul { display: grid; gap: ${space(1)}; margin: 0; padding: 0; list-style: none; }
  li { display: flex; gap: ${space(2)}; align-items: baseline; min-width: 0; overflow-wrap: anywhere; }
  li svg { flex: none; color: ${color.muted}; transform: translateY(2px); }
  li a, footer a { position: relative; z-index: 1; }
  li a { color: inherit; text-decoration: none; font-variant-numeric: tabular-nums; }
  li a:hover { text-decoration: underline; }
  footer { display: flex; gap: ${space(2)}; margin-top: auto; }
  footer a { flex: 1; }
  ${phone} { padding: ${space(4)}; }
`

const note = css`
  display: -webkit-box;
  -webkit-line-clamp: 2;
  -webkit-box-orient: vertical;
  overflow: hidden;
  color: ${color.muted};
  font-size: ${text.sm};
`

/** Drawn once a customer, not once a step of scrolling. */
const CustomerCard = memo(function CustomerCard({ customer }: { customer: Customer }) {
  const { id, firstName, lastName, email, phone: number, address, status, notes, createdAt } = customer
  return (
    <article css={card}>
      <header css={{ display: 'flex', gap: space(3), alignItems: 'center' }}>
        <Avatar firstName={firstName} lastName={lastName} />
        <div css={{ flex: 1, minWidth: 0 }}>
          <h2>
            <Link to={`?customer=${id}`} preventScrollReset>
              {fullName(customer)}
            </Link>
          </h2>
          <p css={{ color: color.muted, fontSize: text.sm }}>Customer since {formatDay(createdAt)}</p>
        </div>
        <StatusBadge status={status} />
      </header>
      <ul>
        <li>
          <Phone size={14} aria-label="Phone" />
          <a href={telephone(customer)}>{number}</a>
        </li>
        <li>
          <Mail size={14} aria-label="Email" />
          <a href={mail(customer)}>{email}</a>
        </li>
        {address && (
          <li>
            <MapPin size={14} aria-label="Address" />
            {address}
          </li>
        )}
      </ul>
      {notes && <p css={note}>{notes}</p>}
      <footer>
        <Link
          to={`/customers/${id}/appointments`}
          css={buttonStyle('secondary', 'sm')}
          aria-label={`Appointments of ${fullName(customer)}`}
        >
          <CalendarDays size={15} aria-hidden />
          Appointments
        </Link>
        <Link
          to={`/customers/${id}/invoices`}
          css={buttonStyle('secondary', 'sm')}
          aria-label={`Invoices of ${fullName(customer)}`}
        >
          <ReceiptText size={15} aria-hidden />
          Invoices
        </Link>
      </footer>
    </article>
  )
})

const cardWidth = 340

/** Cards in as many columns as there is room for; of a long list only what is seen exists. */
export function CustomerCards({ customers }: { customers: readonly Customer[] }) {
  const frame = useRef<HTMLUListElement>(null)
  const [{ columns, scrollMargin }, setPlace] = useState({ columns: 1, scrollMargin: 0 })
  useLayoutEffect(() => {
    const element = frame.current as HTMLUListElement
    const measure = () =>
      setPlace({
        columns: Math.max(1, Math.floor((element.clientWidth + 16) / cardWidth)),
        scrollMargin: element.getBoundingClientRect().top + window.scrollY,
      })
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const rows = Math.ceil(customers.length / columns)
  const list = useWindowVirtualizer({
    count: rows,
    estimateSize: () => 260,
    overscan: 4,
    scrollMargin,
    gap: 16,
  })
  return (
    <ul
      ref={frame}
      aria-label="Customers"
      css={{ position: 'relative', margin: 0, padding: 0, listStyle: 'none' }}
      style={{ height: list.getTotalSize() }}
    >
      {list.getVirtualItems().map(({ index, start }) => (
        <li
          key={index}
          ref={list.measureElement}
          data-index={index}
          css={{ position: 'absolute', inset: '0 0 auto 0' }}
          style={{ transform: `translateY(${start - scrollMargin}px)` }}
        >
          <div
            css={{ display: 'grid', gap: space(4) }}
            style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            {customers.slice(index * columns, (index + 1) * columns).map((customer) => (
              <CustomerCard key={customer.id} customer={customer} />
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
