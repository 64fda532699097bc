import { css } from '@emotion/react'
import {
  dayInNewYork,
  formatDay,
  formatLongDay,
  formatTime,
  readBusiness,
  useParam,
  Widget,
} from '@plumbline/contract'
import { formatMoney } from '@plumbline/contract/money'
import { formatSlot } from '@plumbline/contract/when'
import type { AppointmentDetails } from '@plumbline/scheduling/api'
import { Card, color, PageHeader, phone, space, text, useIsPhone } from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useParams } from 'react-router-dom'
import { OnSiteActions } from '../job/OnSiteActions.tsx'
import { newTimeParam } from '../texts/newTimeParam.ts'
import { useIsInstalled } from '../useIsInstalled.ts'
import { useNow } from '../useNow.ts'
import { AppointmentBadge } from './AppointmentBadge.tsx'
import { CustomerCard, facts } from './CustomerCard.tsx'
import { EditAndDelete } from './EditAndDelete.tsx'
import { NotFound } from './NotFound.tsx'
import { appointmentQuery } from './queries.ts'

const NewTimeDialog = lazy(async () => ({
  default: (await import('../texts/NewTimeDialog.tsx')).NewTimeDialog,
}))

const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  gap: ${space(6)};
  align-items: start;
  > div { display: grid; gap: ${space(6)}; }
  @media (max-width: 1000px) { grid-template-columns: minmax(0, 1fr); }
  /* the steps of the job lie over the end of the page */
  ${phone} { margin-bottom: 72px; gap: ${space(4)}; > div { gap: ${space(4)}; } }
  /* the job sheet: one page with what is needed on site */
  @media print {
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    gap: ${space(4)};
    > div { gap: ${space(4)}; }
  }
`

// on a phone the steps of the job come first
const endActions = css`
  display: flex;
  gap: ${space(2)};
  > * { flex: 1; min-height: 48px; }
  @media print { display: none; }
`

const longText = css`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

const highlight = css`
  border-color: ${color.amber};
  background: ${color.amberTint};
  header { border-color: transparent; color: ${color.amber}; }
  [data-card-body] { padding-top: 0; }
`

const sheetHead = css`
  display: none;
  justify-content: space-between;
  gap: ${space(6)};
  margin-bottom: ${space(6)};
  b { margin-right: auto; }
  @media print { display: flex; }
`

const signature = css`
  display: none;
  grid-template-columns: 2fr 1fr;
  gap: ${space(8)};
  margin-top: ${space(16)};
  break-inside: avoid;
  font-size: ${text.sm};
  > span { padding-top: ${space(1)}; border-top: 1px solid; }
  @media print { display: grid; }
`

/** `/appointments/{id}`. */
export function AppointmentDetailPage() {
  const { id = '' } = useParams()
  const { data } = useSuspenseQuery(appointmentQuery(id))
  return data ? <AppointmentDetail appointment={data.value} /> : <NotFound what="Appointment" />
}

function AppointmentDetail({ appointment }: { appointment: AppointmentDetails }) {
  const { title, scheduledDate, duration, description, notes } = appointment
  const [text, setText] = useParam(newTimeParam)
  const isPhone = useIsPhone()
  const today = dayInNewYork(useNow())
  const edit = <EditAndDelete appointment={appointment} />
  return (
    <>
      <title>{`${title}, ${formatDay(scheduledDate)}`}</title>
      <SheetHead id={appointment.id} />
      <PageHeader
        title={title}
        badge={<AppointmentBadge appointment={appointment} />}
        text={formatSlot(appointment, today)}
        back={<Link to="/scheduler">Scheduler</Link>}
        actions={!isPhone && edit}
      />
      <OnSiteActions appointment={appointment} />
      <Suspense>
        {text !== null && (
          <NewTimeDialog appointment={appointment} onClose={() => setText(null, { replace: true })} />
        )}
      </Suspense>
      <div css={columns}>
        <div>
          {notes && <Notes notes={notes} />}
          <Card title="Job">
            <dl css={facts}>
              <dt>Date</dt>
              <dd>{formatLongDay(scheduledDate)}</dd>
              <dt>Time</dt>
              <dd>
                {formatTime(scheduledDate)} ({duration} min)
              </dd>
              <dt>Estimated price</dt>
              <dd>
                {appointment.estimatedPrice === null ? 'Not set' : formatMoney(appointment.estimatedPrice)}
              </dd>
              <dt>Actual price</dt>
              <dd>{appointment.actualPrice === null ? 'Not set' : formatMoney(appointment.actualPrice)}</dd>
            </dl>
          </Card>
          <Card title="Work description">
            <p css={longText}>{description || 'No description.'}</p>
          </Card>
          {!notes && <Notes notes={null} />}
        </div>
        <div>
          <CustomerCard appointment={appointment} />
          <Messages customerId={appointment.customerId} />
          {isPhone && <div css={endActions}>{edit}</div>}
        </div>
      </div>
      <div css={signature}>
        <span>Customer signature</span>
        <span>Date</span>
      </div>
    </>
  )
}

/** Who does the job, at the head of the sheet on paper. */
function SheetHead({ id }: { id: number }) {
  const { name, phone } = readBusiness()
  return (
    <p css={sheetHead}>
      <b>{name}</b>
      <span>{phone}</span>
      <span>Job #{id}</span>
    </p>
  )
}

/** What was written with the customer, where messaging is installed; no part of the sheet on paper. */
function Messages({ customerId }: { customerId: number }) {
  if (!useIsInstalled('messaging', 'CustomerMessages')) return null
  return (
    <Card title="Messages" css={{ '@media print': { display: 'none' } }}>
      <Widget remote="messaging" name="CustomerMessages" props={{ customerId }} />
    </Card>
  )
}

/** Notes are for the work on site, such as 'Dog in the yard'; no part of the sheet that the customer signs. */
const Notes = ({ notes }: { notes: string | null }) => (
  <Card title="Internal notes" css={[notes && highlight, { '@media print': { display: 'none' } }]}>
    <p css={longText}>{notes || 'No notes.'}</p>
  </Card>
)
