import { css } from '@emotion/react'
import { call } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { formatPhone } from '@plumbline/contract/contact'
import { useRights } from '@plumbline/contract/rights'
import { type Conversion, convertLead, type Lead, type LeadMatch, linkLead } from '@plumbline/crm/api'
import { Button, buttonStyle, color, Dialog, ErrorState, radius, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { fieldsInCommon, fullName } from '../customers/customer.ts'
import { customersKey } from '../customers/queries.ts'
import { leadsKey } from './lead.ts'
import { leadMatchesQuery } from './queries.ts'

const choices = css`
  display: grid;
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  border: 0;
  legend { padding: 0; margin-bottom: ${space(3)}; }
  label {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: ${space(0.5)} ${space(3)};
    padding: ${space(3)} ${space(4)};
    border: 1px solid ${color.line};
    border-radius: ${radius.control};
    cursor: pointer;
  }
  label:has(:checked) { border-color: ${color.accent}; background: ${color.accentTint}; }
  label:has(:focus-visible) { outline: 2px solid ${color.accent}; outline-offset: 2px; }
  input { accent-color: ${color.accent}; }
  b { font-weight: 600; }
  span, em { grid-column: 2; color: ${color.muted}; overflow-wrap: anywhere; }
  em { color: ${color.ink}; font-style: normal; font-weight: 600; }
`

const purposes = {
  convert: {
    title: 'Convert lead',
    endpoint: convertLead,
    failure: 'Failed to convert lead. Please try again.',
  },
  // the lead stays open until the quote is approved
  quote: {
    title: 'Quote for whom?',
    endpoint: linkLead,
    failure: 'Failed to find the customer. Please try again.',
  },
}

type ConvertDialogProps = {
  lead: Lead
  purpose?: keyof typeof purposes
  onClose: () => void
  onConverted: (conversion: Conversion) => void
}

/** 'Convert lead': into an existing customer, or a new one; or which of them a quote is for. */
export function ConvertDialog({ lead, purpose = 'convert', onClose, onConverted }: ConvertDialogProps) {
  const { title, endpoint, failure } = purposes[purpose]
  const matches = useQuery(leadMatchesQuery(lead.id))
  const [choice, setChoice] = useState<number | 'new'>()
  // families and offices share a phone number
  const likely = matches.data?.find((it) => fieldsInCommon(lead, it).some((field) => field !== 'phone'))
  const linked = matches.data?.find(({ isLinked }) => isLinked)
  const target = choice ?? linked?.id ?? likely?.id ?? 'new'
  const converting = useAction(
    (into: number | 'new', idempotencyKey) =>
      call(endpoint, {
        params: { id: lead.id },
        body: { customerId: into === 'new' ? null : into },
        idempotencyKey,
      }),
    {
      refetch: [leadsKey, customersKey],
      failure,
      onDone: onConverted,
    },
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            busy={converting.pending}
            disabled={!matches.data}
            onClick={() => converting.run(target)}
          >
            {target === 'new' ? 'Create new' : 'Use existing'}
          </Button>
        </>
      }
    >
      {matches.isLoadingError ? (
        <ErrorState title="Customers could not be searched" onRetry={() => void matches.refetch()} />
      ) : matches.data ? (
        <fieldset css={choices}>
          <legend>{matchSummary(lead, matches.data)}</legend>
          {[...matches.data, 'new' as const].map((option) => {
            const person = option === 'new' ? lead : option
            const value = option === 'new' ? 'new' : option.id
            return (
              <label key={value}>
                <input
                  type="radio"
                  name="target"
                  checked={target === value}
                  onChange={() => setChoice(value)}
                />
                <b>
                  {option === 'new' ? 'Create new' : 'Use existing'}: {fullName(person)}
                </b>
                <span>{[formatPhone(person.phone), person.email].filter(Boolean).join(' · ')}</span>
                {option !== 'new' && <em>{whyOffered(lead, option)}</em>}
              </label>
            )
          })}
        </fieldset>
      ) : (
        <Skeleton height={140} />
      )}
    </Dialog>
  )
}

type ConvertedDialogProps = { conversion: Conversion; onClose: () => void }

/** What follows in most cases. */
export const ConvertedDialog = ({ conversion, onClose }: ConvertedDialogProps) => (
  <Dialog open onClose={onClose} title="Convert lead" footer={<NextSteps conversion={conversion} />}>
    <p role="status">{fullName(conversion.customer)} is now a customer. Schedule the job?</p>
  </Dialog>
)

const whyOffered = (lead: Lead, match: LeadMatch): string =>
  match.isLinked ? 'Linked to this lead' : `Same ${fieldsInCommon(lead, match).join(' and ')}`

/** What the choice is about. */
function matchSummary(lead: Lead, [first, ...others]: readonly LeadMatch[]): string {
  if (!first) return `No existing customer has ${fullName(lead)}'s phone or email.`
  if (others.length > 0) return `Several customers may be ${fullName(lead)}.`
  if (first.isLinked) return `This lead is linked to ${fullName(first)}.`
  return `Possible match: same ${fieldsInCommon(lead, first).join(' and ')} as ${fullName(first)}.`
}

/** The form of a job for the customer, with what the lead asks for. */
export const bookingPath = ({ lead, customer }: Conversion): string =>
  `/appointments/new?${new URLSearchParams({ customerId: String(customer.id), leadId: String(lead.id) })}`

function NextSteps({ conversion }: { conversion: Conversion }) {
  const { may } = useRights()
  return (
    <>
      <Link to={`/customers?customer=${conversion.customer.id}`} css={buttonStyle()}>
        View customer
      </Link>
      {may('schedule.all.edit') && (
        <Link to={bookingPath(conversion)} css={buttonStyle('primary')} data-autofocus>
          Schedule now
        </Link>
      )}
    </>
  )
}
