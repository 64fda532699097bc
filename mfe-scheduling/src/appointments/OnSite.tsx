import { css } from '@emotion/react'
import { OptionalMoney } from '@plumbline/billing/api'
import { toast, Widget } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import { telephoneLink } from '@plumbline/contract/phone'
import type { AppointmentDetails } from '@plumbline/scheduling/api'
import { Button, buttonStyle, color, Dialog, Field, MoneyField, phone, radius, space } from '@plumbline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Navigation, Phone, Play, ReceiptText, Truck } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import * as z from 'zod/mini'
import { edit, refresh } from './queries.ts'

const strip = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin-bottom: ${space(6)};
  padding: ${space(3)};
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  ${phone} { > * { flex: 1 1 40%; min-height: 48px; } }
`

const showFailure = (error: Error) =>
  toast({
    title: 'Error',
    description: error.message || 'Failed to update appointment. Please try again.',
    tone: 'destructive',
  })

/** What is done at the door, one tap each: call, navigate, say that one is on the way, start, complete. */
export function OnSite({ appointment }: { appointment: AppointmentDetails }) {
  const queryClient = useQueryClient()
  const [completing, setCompleting] = useState(false)
  const { id, status, customerId, customerPhone, address } = appointment
  const done = async () => {
    await refresh(queryClient)
    toast({ title: 'Success!', description: 'Appointment has been updated successfully.' })
    setCompleting(false)
  }
  const start = useMutation({
    mutationFn: () => edit(id, { status: 'in_progress' }),
    onSuccess: done,
    onError: showFailure,
  })
  return (
    <section css={strip} aria-label="On site">
      {customerPhone && (
        <a css={buttonStyle()} href={telephoneLink(customerPhone)}>
          <Phone size={16} aria-hidden />
          Call
        </a>
      )}
      {address && (
        <a
          css={buttonStyle()}
          href={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`}
          target="_blank"
          rel="noreferrer"
        >
          <Navigation size={16} aria-hidden />
          Navigate
        </a>
      )}
      {status === 'scheduled' && (
        <>
          <Link css={buttonStyle()} to={`/messages?customer=${customerId}&template=on-my-way`}>
            <Truck size={16} aria-hidden />
            On my way
          </Link>
          <Button tone="primary" busy={start.isPending} onClick={() => start.mutate()}>
            <Play size={16} aria-hidden />
            Start job
          </Button>
        </>
      )}
      {status === 'in_progress' && (
        <Button tone="primary" onClick={() => setCompleting(true)}>
          <Check size={16} aria-hidden />
          Complete job
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
      {completing && (
        <CompleteDialog
          id={id}
          price={appointment.actualPrice ?? appointment.estimatedPrice ?? ''}
          onClose={() => setCompleting(false)}
          onDone={done}
        />
      )}
    </section>
  )
}

const CompleteForm = /* @__PURE__ */ z.object({ actualPrice: OptionalMoney })

type CompleteProps = { id: number; price: string; onClose: () => void; onDone: () => Promise<void> }

/** Asks what the job cost as it ends. */
function CompleteDialog({ id, price, onClose, onDone }: CompleteProps) {
  const formId = useId()
  const form = useForm(CompleteForm, {
    defaults: { actualPrice: price },
    send: ({ actualPrice }) => edit(id, { status: 'completed', actualPrice: actualPrice || null }),
    onDone: () => void onDone(),
    onFailed: showFailure,
  })
  const close = form.closing(onClose)
  return (
    <Dialog
      open
      onClose={close}
      title="Complete job"
      width="sm"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button tone="primary" type="submit" form={formId} busy={form.pending}>
            Complete job
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props}>
        <Field label="Actual price" hint="This amount goes on the invoice." {...form.error('actualPrice')}>
          <MoneyField {...form.bind('actualPrice')} />
        </Field>
      </form>
    </Dialog>
  )
}
