import { css } from '@emotion/react'
import { formatDateTime, formatDay, useParam } from '@plumbline/contract'
import { textLink } from '@plumbline/contract/contact'
import { formatMoney } from '@plumbline/contract/money'
import { useRights } from '@plumbline/contract/rights'
import type { Lead } from '@plumbline/crm/api'
import { Button, buttonStyle, color, Disclosure, space, text } from '@plumbline/ui'
import { CalendarPlus, FileText, Pencil, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ContactList } from '../customers/ContactLinks.tsx'
import { sourceLabel } from '../customers/customer.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { RecordDrawer } from '../RecordDrawer.tsx'
import { ServiceLabel } from './estimateOptions.ts'
import { LeadContactDialog } from './LeadContactDialog.tsx'
import { LeadDialog } from './LeadDialog.tsx'
import { LeadSteps } from './LeadSteps.tsx'
import { isOpen, leadAge } from './lead.ts'
import { leadQuery } from './queries.ts'
import type { Convert } from './useConversion.tsx'
import { useLeadRemoval } from './useLeadRemoval.ts'

const request = css`
  display: grid;
  gap: ${space(1)};
  margin-bottom: ${space(4)};
  h3 { font-size: ${text.md}; }
  p { font-size: ${text.lg}; white-space: pre-wrap; overflow-wrap: anywhere; }
  time { color: ${color.muted}; font-size: ${text.sm}; }
`

const facts = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space(2)} ${space(5)};
  margin: ${space(5)} 0 0;
  dt { color: ${color.muted}; }
  dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
`

const editButton = css`
  margin: ${space(1)} 0 0 -${space(3)};
`

const spamButton = css`
  margin-left: auto;
  color: ${color.red};
`

const actions = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin-top: ${space(6)};
`

type LeadDrawerProps = { onConvert: Convert; onQuote: (lead: Lead) => void }

/** One lead over the list, named by `?lead=`: who asks for what, how to answer, and what comes next. */
export function LeadDrawer({ onConvert, onQuote }: LeadDrawerProps) {
  const [, setOpen] = useParam('lead')
  const removal = useLeadRemoval()
  const remove = (lead: Lead) => {
    // first, as there is nothing to fetch any more once it is removed
    setOpen(null)
    removal.run(lead)
  }
  return (
    <RecordDrawer noun="lead" query={leadQuery}>
      {(lead) => <LeadDetails lead={lead} onConvert={onConvert} onQuote={onQuote} onRemove={remove} />}
    </RecordDrawer>
  )
}

type LeadDetailsProps = LeadDrawerProps & { lead: Lead; onRemove: (lead: Lead) => void }

function LeadDetails({ lead, onConvert, onQuote, onRemove }: LeadDetailsProps) {
  const { may } = useRights()
  const [edited, setEdited] = useState<{ status?: Lead['status'] }>()
  const [isContactEdited, editContact] = useState(false)
  const { text: since, isOverdue } = leadAge(lead, new Date())
  const { projectDescription, phone, createdAt, followUpOn, estimatedValue, lostReason, notes, customerId } =
    lead
  return (
    <>
      <section css={request} aria-label="Request">
        <h3>
          <ServiceLabel lead={lead} />
        </h3>
        {projectDescription && <p>{projectDescription}</p>}
        <time
          css={isOverdue && { '&&': { color: color.red, fontWeight: 600 } }}
          dateTime={createdAt}
          title={formatDateTime(createdAt)}
        >
          {since}
        </time>
      </section>
      <ContactList
        person={{ ...lead, address: null }}
        phoneNote={
          <a href={textLink(phone)} css={buttonStyle('secondary', 'sm')}>
            Text
          </a>
        }
      />
      <Button size="sm" tone="quiet" css={editButton} onClick={() => editContact(true)}>
        <Pencil size={15} aria-hidden />
        Edit contact
      </Button>
      <div css={{ marginTop: space(5) }}>
        <LeadSteps lead={lead} onLost={() => setEdited({ status: 'lost' })} />
      </div>
      <dl css={facts}>
        {lostReason && (
          <>
            <dt>Reason lost</dt>
            <dd>{lostReason}</dd>
          </>
        )}
        <dt>Follow up on</dt>
        <dd>{followUpOn ? formatDay(followUpOn) : '—'}</dd>
        <dt>Estimated value</dt>
        <dd>{estimatedValue ? formatMoney(estimatedValue) : '—'}</dd>
        {notes && (
          <>
            <dt>Notes</dt>
            <dd css={{ whiteSpace: 'pre-wrap' }}>{notes}</dd>
          </>
        )}
        <dt>Source</dt>
        <dd>{sourceLabel(lead)}</dd>
      </dl>
      <div css={actions}>
        {isOpen(lead) && (
          <>
            {may('schedule.all.edit') && (
              <Button tone="primary" onClick={() => onConvert(lead, 'book')}>
                <CalendarPlus size={16} aria-hidden />
                Book a job
              </Button>
            )}
            {may('quotes.edit') && (
              <Button onClick={() => onQuote(lead)}>
                <FileText size={16} aria-hidden />
                Create quote
              </Button>
            )}
            <Button onClick={() => onConvert(lead)}>
              <UserPlus size={16} aria-hidden />
              Convert
            </Button>
          </>
        )}
        {customerId !== null && (
          <Link
            to={`/customers?customer=${customerId}`}
            css={buttonStyle(isOpen(lead) ? 'secondary' : 'primary')}
          >
            View customer
          </Link>
        )}
        <Button onClick={() => setEdited({})}>
          <Pencil size={16} aria-hidden />
          Edit
        </Button>
        {lead.status !== 'converted' && (
          <Button tone="quiet" css={spamButton} onClick={() => onRemove(lead)}>
            <Trash2 size={16} aria-hidden />
            Delete as spam
          </Button>
        )}
      </div>
      <div css={{ marginTop: space(6) }}>
        <Disclosure label="History">
          <RecordHistory record={`lead-${lead.id}`} />
        </Disclosure>
      </div>
      {isContactEdited && <LeadContactDialog lead={lead} onClose={() => editContact(false)} />}
      {edited && <LeadDialog lead={lead} {...edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}
