import { css } from '@emotion/react'
import { toast } from '@plumbline/contract'
import { createContentKey } from '@plumbline/contract/form'
import type { Conversion, Lead } from '@plumbline/crm/api'
import { Button, buttonStyle, color, Dialog, ErrorState, radius, Skeleton, space } from '@plumbline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { commonWith, fullName } from '../customers/customer.ts'
import { customersQuery } from '../customers/queries.ts'
import { convert, leadsQuery, matchesQuery } from './queries.ts'

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

/** 'Convert lead': to a customer who is there already, or to a new one. */
export const ConvertDialog = ({ lead, onClose }: { lead: Lead | null; onClose: () => void }) =>
  lead && <Dialogue key={lead.id} lead={lead} onClose={onClose} />

function Dialogue({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [contentKey] = useState(createContentKey)
  const matches = useQuery(matchesQuery(lead.id))
  const [chosen, setChosen] = useState<number | 'new'>()
  const [done, setDone] = useState<Conversion>()
  // a phone number alone is shared by families and offices
  const likely = matches.data?.find((customer) => commonWith(lead, customer).some((it) => it !== 'phone'))
  const target = chosen ?? likely?.id ?? 'new'
  const converting = useMutation({
    mutationFn: () => convert(lead.id, target === 'new' ? null : target, contentKey.for(target)),
    onSuccess: (conversion) => {
      void queryClient.invalidateQueries({ queryKey: leadsQuery().queryKey })
      void queryClient.invalidateQueries({ queryKey: customersQuery().queryKey })
      setDone(conversion)
    },
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'destructive' }),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Convert lead"
      footer={
        done ? (
          <Next conversion={done} />
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              tone="primary"
              busy={converting.isPending}
              disabled={matches.isPending}
              onClick={() => converting.mutate()}
            >
              {target === 'new' ? 'Create customer' : 'Use existing'}
            </Button>
          </>
        )
      }
    >
      {done ? (
        <p role="status">{fullName(done.customer)} is a customer now. What is next?</p>
      ) : matches.error ? (
        <ErrorState title="Customers could not be searched" onRetry={() => void matches.refetch()} />
      ) : matches.data ? (
        <fieldset css={choices}>
          <legend>
            {matches.data.length > 0
              ? `${fullName(lead)} may be a customer already.`
              : `No existing customer has ${fullName(lead)}'s phone or email.`}
          </legend>
          {matches.data.map((customer) => (
            <label key={customer.id}>
              <input
                type="radio"
                name="target"
                checked={target === customer.id}
                onChange={() => setChosen(customer.id)}
              />
              <b>Use existing: {fullName(customer)}</b>
              <span>
                {customer.phone} · {customer.email}
              </span>
              <em>Same {commonWith(lead, customer).join(' and ')}</em>
            </label>
          ))}
          <label>
            <input type="radio" name="target" checked={target === 'new'} onChange={() => setChosen('new')} />
            <b>Create new: {fullName(lead)}</b>
            <span>
              {lead.phone} · {lead.email}
            </span>
          </label>
        </fieldset>
      ) : (
        <Skeleton height={140} />
      )}
    </Dialog>
  )
}

function Next({ conversion: { lead, customer } }: { conversion: Conversion }) {
  const job = new URLSearchParams({ customerId: String(customer.id), leadId: String(lead.id) })
  return (
    <>
      <Link to={`/customers?customer=${customer.id}`} css={buttonStyle()}>
        View customer
      </Link>
      <Link to={`/appointments/new?${job}`} css={buttonStyle('primary')}>
        Schedule now
      </Link>
    </>
  )
}
