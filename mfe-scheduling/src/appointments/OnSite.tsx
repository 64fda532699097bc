import { css } from '@emotion/react'
import { toast } from '@plumbline/contract'
import type { AppointmentDetails, AppointmentEdit } from '@plumbline/scheduling/api'
import { Button, buttonStyle, color, Dialog, Field, MoneyField, phone, radius, space } from '@plumbline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Navigation, Phone, Play, ReceiptText, Truck } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
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

/** What is done at the door, one tap each: call, navigate, say that one is on the way, start, complete. */
export function OnSite({ appointment }: { appointment: AppointmentDetails }) {
  const queryClient = useQueryClient()
  const [completing, setCompleting] = useState(false)
  const { id, status, customerId, customerPhone, address } = appointment
  const change = useMutation({
    mutationFn: (body: AppointmentEdit) => edit(id, body),
    onSuccess: async () => {
      await refresh(queryClient)
      toast({ title: 'Success!', description: 'Appointment has been updated successfully.' })
      setCompleting(false)
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to update appointment. Please try again.',
        tone: 'destructive',
      }),
  })
  return (
    <section css={strip} aria-label="On site">
      {customerPhone && (
        <a css={buttonStyle()} href={`tel:${customerPhone.replace(/[^\d+]/g, '')}`}>
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
          <Button
            tone="primary"
            busy={change.isPending}
            onClick={() => change.mutate({ status: 'in_progress' })}
          >
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
      {status === 'completed' && (
        <Link css={buttonStyle('primary')} to={`/invoices/new?customerId=${customerId}&appointmentId=${id}`}>
          <ReceiptText size={16} aria-hidden />
          Invoice this job
        </Link>
      )}
      <Complete
        key={String(completing)}
        open={completing}
        onClose={() => setCompleting(false)}
        price={appointment.actualPrice ?? appointment.estimatedPrice ?? ''}
        busy={change.isPending}
        onComplete={(actualPrice) => change.mutate({ status: 'completed', actualPrice })}
      />
    </section>
  )
}

type CompleteProps = {
  open: boolean
  onClose: () => void
  price: string
  busy: boolean
  onComplete: (actualPrice: string | null) => void
}

function Complete({ open, onClose, price, busy, onComplete }: CompleteProps) {
  const id = useId()
  const [actual, setActual] = useState(price)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Complete job"
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>Not yet</Button>
          <Button tone="primary" type="submit" form={id} busy={busy}>
            Complete job
          </Button>
        </>
      }
    >
      <form
        id={id}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) onComplete(actual === '' ? null : actual)
        }}
      >
        <Field label="Actual price" hint="What the invoice will say.">
          <MoneyField value={actual} onChange={setActual} />
        </Field>
      </form>
    </Dialog>
  )
}
