import { css } from '@emotion/react'
import { OptionalMoney } from '@plumbline/billing/api'
import { Widget } from '@plumbline/contract'
import { type Notice, useAction } from '@plumbline/contract/action'
import { directionsLink, telephoneLink } from '@plumbline/contract/contact'
import { FormDialog, useForm } from '@plumbline/contract/form'
import type { AppointmentDetails, AppointmentEdit } from '@plumbline/scheduling/api'
import { Button, buttonStyle, color, Field, MoneyField, phone, radius, space } from '@plumbline/ui'
import { Check, Navigation, Phone, Play, ReceiptText, Truck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import * as z from 'zod/mini'
import { appointmentsQuery, editAppointment } from './queries.ts'

const bar = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin-bottom: ${space(6)};
  padding: ${space(3)};
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  &:focus { outline: none; }
  ${phone} { > * { flex: 1 1 40%; min-height: 48px; } }
  @media print { display: none; }
`

const outcome = {
  refetch: [appointmentsQuery().queryKey],
  success: 'Appointment has been updated successfully.',
  failure: 'Failed to update appointment. Please try again.',
}

/** What is needed on site, one tap each: call, navigate, announce the arrival, start, complete. */
export function OnSiteActions({ appointment }: { appointment: AppointmentDetails }) {
  const [isCompleting, setIsCompleting] = useState(false)
  const { id, status, customerId, customerPhone, address } = appointment
  const edit = (change: AppointmentEdit) => editAppointment(id, change)
  const start = useAction(() => edit({ status: 'in_progress' }), {
    ...outcome,
    undo: () => edit({ status: 'scheduled' }),
  })
  const undoComplete = useAction(edit, {
    ...outcome,
    success: () => ({ title: 'Undone', description: 'The job is in progress again.' }),
  })
  const element = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the status the focused button may be gone
  useEffect(() => {
    if (!isCompleting && document.activeElement === document.body) element.current?.focus()
  }, [status, isCompleting])
  return (
    <section ref={element} css={bar} aria-label="On site" tabIndex={-1}>
      {customerPhone && (
        <a css={buttonStyle()} href={telephoneLink(customerPhone)}>
          <Phone size={16} aria-hidden />
          Call
        </a>
      )}
      {address && (
        <a css={buttonStyle()} href={directionsLink(address)} target="_blank" rel="noreferrer">
          <Navigation size={16} aria-hidden />
          Navigate
        </a>
      )}
      {status === 'scheduled' && (
        <Link css={buttonStyle()} to={`/messages?customer=${customerId}&template=on-my-way`}>
          <Truck size={16} aria-hidden />
          On my way
        </Link>
      )}
      {(status === 'scheduled' || status === 'in_progress') && (
        // one button for both steps: it keeps the focus
        <Button
          tone="primary"
          busy={start.pending}
          onClick={() => (status === 'scheduled' ? start.run() : setIsCompleting(true))}
        >
          {status === 'scheduled' ? <Play size={16} aria-hidden /> : <Check size={16} aria-hidden />}
          {status === 'scheduled' ? 'Start job' : 'Complete job'}
        </Button>
      )}
      <Widget
        remote="billing"
        name="AppointmentInvoice"
        height={status === 'completed' ? 36 : 0}
        props={{ customerId, appointmentId: id, isDone: status === 'completed' }}
        otherwise={
          status === 'completed' && (
            <Link
              css={buttonStyle('primary')}
              to={`/invoices/new?customerId=${customerId}&appointmentId=${id}`}
            >
              <ReceiptText size={16} aria-hidden />
              Invoice this job
            </Link>
          )
        }
      />
      {isCompleting && (
        <CompleteJobForm
          appointment={appointment}
          onClose={() => setIsCompleting(false)}
          onUndo={undoComplete.run}
        />
      )}
    </section>
  )
}

const CompleteForm = /* @__PURE__ */ z.object({ actualPrice: OptionalMoney })

type CompleteJobProps = {
  appointment: AppointmentDetails
  onClose: () => void
  onUndo: (change: AppointmentEdit) => void
}

/** Asks for the actual price. */
function CompleteJobForm({ appointment, onClose, onUndo }: CompleteJobProps) {
  const [{ actualPrice: previousPrice, estimatedPrice }] = useState(appointment)
  const form = useForm(CompleteForm, {
    ...outcome,
    defaults: { actualPrice: previousPrice ?? estimatedPrice ?? '' },
    send: ({ actualPrice }) =>
      editAppointment(appointment.id, { status: 'completed', actualPrice: actualPrice || null }),
    success: (): Notice => ({
      description: outcome.success,
      action: {
        label: 'Undo',
        onSelect: () => onUndo({ status: 'in_progress', actualPrice: previousPrice }),
      },
    }),
    onDone: onClose,
  })
  return (
    <FormDialog form={form} submitLabel="Complete job" title="Complete job" width="sm" onClose={onClose}>
      <Field label="Actual price" hint="This amount goes on the invoice." {...form.error('actualPrice')}>
        <MoneyField data-autofocus {...form.bind('actualPrice')} />
      </Field>
    </FormDialog>
  )
}
