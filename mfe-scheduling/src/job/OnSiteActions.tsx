import { css } from '@emotion/react'
import { Widget } from '@plumbline/contract'
import { formatPhone } from '@plumbline/contract/contact'
import type { AppointmentDetails } from '@plumbline/scheduling/api'
import { buttonStyle, color, layer, phone, radius, space, useIsPhone } from '@plumbline/ui'
import { Navigation, Phone } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNow } from '../useNow.ts'
import { contactLinks } from './contactLinks.ts'
import { isDue, nextStep } from './jobSteps.ts'
import { StepButton, useJobSteps } from './useJobSteps.tsx'

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
  > div { display: contents; }
  > div:empty { display: none; }
  ${phone} {
    display: block;
    margin-bottom: ${space(4)};
    padding: 0;
    > [data-contact] { display: grid; }
    > [data-contact] > a {
      justify-content: start;
      gap: ${space(3)};
      min-height: 48px;
      padding: ${space(2)} ${space(4)};
      border: 0;
      border-radius: 0;
      background: none;
      line-height: 1.3;
      white-space: normal;
      text-align: left;
    }
    > [data-contact] > a + a { border-top: 1px solid ${color.line}; }
    /* within reach of the thumb, above the navigation */
    > [data-bottom-bar]:not(:empty) {
      position: fixed;
      z-index: ${layer.sticky};
      inset: auto 0 calc(60px + env(safe-area-inset-bottom));
      @media (max-height: 480px) { bottom: calc(44px + env(safe-area-inset-bottom)); }
      display: flex;
      flex-wrap: wrap;
      gap: ${space(2)};
      padding: ${space(2)} ${space(4)};
      border-top: 1px solid ${color.line};
      background: ${color.surface};
      > a, > button { flex: 1 1 40%; min-height: 48px; }
    }
  }
  @media print { display: none; }
`

type OnSiteActionsProps = { appointment: AppointmentDetails }

/** What is needed on site: call, navigate, and one step after the other. */
export function OnSiteActions({ appointment }: OnSiteActionsProps) {
  const { id, status, customerId } = appointment
  const isPhone = useIsPhone()
  const now = useNow()
  const job = useJobSteps()
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
    <section ref={element} css={bar} aria-label="On site" tabIndex={-1}>
      <ContactLinks appointment={appointment} isPhone={isPhone} />
      <div data-bottom-bar>
        {status === 'scheduled' && (
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
        <Widget
          remote="billing"
          name="AppointmentInvoice"
          height={status === 'completed' ? 36 : 0}
          props={{ customerId, appointmentId: id, isDone: status === 'completed' }}
        />
      </div>
      {job.dialogs}
    </section>
  )
}

/** Buttons beside the others; on a phone they show where they lead. */
function ContactLinks({ appointment, isPhone }: OnSiteActionsProps & { isPhone: boolean }) {
  const { customerPhone, address } = appointment
  const { call, navigate } = contactLinks(appointment)
  return (
    <div data-contact>
      {navigate && (
        <a css={buttonStyle()} href={navigate} target="_blank" rel="noreferrer">
          <Navigation size={16} aria-hidden />
          {isPhone ? address : 'Navigate'}
        </a>
      )}
      {call && (
        <a css={buttonStyle()} href={call}>
          <Phone size={16} aria-hidden />
          {isPhone ? formatPhone(customerPhone ?? '') : 'Call'}
        </a>
      )}
    </div>
  )
}
