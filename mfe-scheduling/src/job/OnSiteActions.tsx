import { css } from '@emotion/react'
import { Widget } from '@plumbline/contract'
import type { AppointmentDetails } from '@plumbline/scheduling/api'
import { Button, color, layer, phone, radius, space } from '@plumbline/ui'
import { useEffect, useRef } from 'react'
import { isDue, nextStep } from './jobSteps.ts'
import { StepButton, type useJobSteps } from './useJobSteps.tsx'

const bar = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  padding: ${space(4)} ${space(5)};
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  &:focus { outline: none; }
  &:empty, &:not([data-status='completed'], :has(a, button)) { display: none; }
  > button { flex: 1 1 40%; min-height: 44px; }
  ${phone} {
    /* within reach of the thumb, above the navigation */
    position: fixed;
    z-index: ${layer.sticky};
    inset: auto 0 calc(60px + env(safe-area-inset-bottom));
    @media (max-height: 480px) { bottom: calc(44px + env(safe-area-inset-bottom)); }
    padding: ${space(2)} ${space(4)};
    border-width: 1px 0 0;
    border-radius: 0;
    > a, > button { flex: 1 1 40%; min-height: 48px; padding-inline: ${space(2)}; }
  }
  @media print { display: none; }
`

type OnSiteActionsProps = { appointment: AppointmentDetails; job: ReturnType<typeof useJobSteps>; now: Date }

/** What is done on site, one step after the other, and the invoice after the last. */
export function OnSiteActions({ appointment, job, now }: OnSiteActionsProps) {
  const { id, status, customerId, customerPhone } = appointment
  const step = nextStep(appointment, now)
  const toneOf = (it: typeof step) => (it === step && isDue(appointment, now) ? 'primary' : 'secondary')
  const element = useRef<HTMLElement>(null)
  const shownStatus = useRef(status)
  useEffect(() => {
    // a page that was just opened begins at its top
    if (job.isCompleting || shownStatus.current === status) return
    shownStatus.current = status
    if (document.activeElement === document.body) element.current?.focus()
  }, [status, job.isCompleting])
  return (
    <section ref={element} css={bar} aria-label="On site" tabIndex={-1} data-bottom-bar data-status={status}>
      {status === 'scheduled' && (job.text || customerPhone) && (
        <StepButton step="announce" appointment={appointment} job={job} tone={toneOf('announce')} />
      )}
      {(status === 'scheduled' || status === 'in_progress') && (
        // one button for both steps: it keeps the focus
        <StepButton
          step={status === 'scheduled' ? 'start' : 'complete'}
          appointment={appointment}
          job={job}
          tone={status === 'in_progress' ? 'primary' : toneOf('start')}
        />
      )}
      {status === 'in_progress' && <CompleteAndInvoice appointment={appointment} job={job} />}
      <Widget
        remote="billing"
        name="AppointmentInvoice"
        height={status === 'completed' ? 36 : 0}
        props={{ customerId, appointmentId: id, isDone: status === 'completed' }}
      />
    </section>
  )
}

function CompleteAndInvoice({ appointment, job }: Pick<OnSiteActionsProps, 'appointment' | 'job'>) {
  const completing = job.completeAndInvoice(appointment)
  if (!completing) return null
  return (
    <Button busy={completing.pending} onClick={() => completing.run(appointment)}>
      Complete & invoice
    </Button>
  )
}
