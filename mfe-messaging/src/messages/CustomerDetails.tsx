import { css } from '@emotion/react'
import { Widget } from '@plumbline/contract'
import { telephoneLink } from '@plumbline/contract/contact'
import { useRights } from '@plumbline/contract/rights'
import { fullName } from '@plumbline/crm/api'
import { buttonStyle, color, Drawer, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { Link } from 'react-router-dom'
import { AssignedNumbers } from './AssignedNumbers.tsx'
import { customerQuery } from './queries.ts'

const details = css`
  display: grid;
  align-content: start;
  gap: ${space(5)};
`

const panel = css`
  min-width: 0;
  padding: ${space(5)} ${space(4)};
  border-left: 1px solid ${color.line};
  overflow-y: auto;
`

/** Who the customer is, when they are visited next, and their invoices. Each is left out where its remote is missing. */
function Details({ customerId }: { customerId: number }) {
  const { may } = useRights()
  return (
    <div css={details}>
      <Widget
        remote="crm"
        name="CustomerCard"
        props={{ customerId }}
        otherwise={<PlainContact customerId={customerId} />}
      />
      <AssignedNumbers customerId={customerId} />
      <Widget remote="scheduling" name="NextAppointment" props={{ customerId }} height={52} />
      {may('invoices.view') && (
        <Link to={`/customers/${customerId}/invoices`} css={[buttonStyle(), { justifySelf: 'start' }]}>
          <ReceiptText size={16} aria-hidden />
          Invoices
        </Link>
      )}
    </div>
  )
}

/** Shown where the CRM is not installed. */
function PlainContact({ customerId }: { customerId: number }) {
  const { data } = useQuery(customerQuery(customerId))
  if (!data) return null
  return (
    <div>
      <b>{fullName(data)}</b>
      <br />
      <a href={telephoneLink(data.phone)}>{data.phone}</a>
    </div>
  )
}

/** Beside a conversation, where there is room. */
export const CustomerDetails = ({ customerId }: { customerId: number }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
  <aside css={panel} aria-label="Customer details" tabIndex={0}>
    <Details customerId={customerId} />
  </aside>
)

type CustomerDrawerProps = { customerId: number; open: boolean; onClose: () => void }

/** Over a conversation, where there is no room beside it. */
export const CustomerDrawer = ({ customerId, open, onClose }: CustomerDrawerProps) => (
  <Drawer open={open} onClose={onClose} title="Customer details">
    <Details customerId={customerId} />
  </Drawer>
)
