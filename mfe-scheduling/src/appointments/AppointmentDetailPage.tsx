import { css } from '@emotion/react'
import { dayAt, formatDay, formatLongDay, useParam, Widget } from '@plumbline/contract'
import { formatMoney, type Money } from '@plumbline/contract/money'
import { formatArrival, formatSlot } from '@plumbline/contract/when'
import { type AppointmentDetails, appointmentLabels } from '@plumbline/scheduling/api'
import { Callout, Card, color, Disclosure, PageHeader, phone, space, text, useIsPhone } from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { MoonStar } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useParams } from 'react-router-dom'
import { OnSiteActions } from '../job/OnSiteActions.tsx'
import { useJobSteps } from '../job/useJobSteps.tsx'
import { useTeam } from '../team/team.ts'
import { newTimeParam } from '../texts/newTimeParam.ts'
import { useIsInstalled } from '../useIsInstalled.ts'
import { useNow } from '../useNow.ts'
import { AppointmentBadge } from './AppointmentBadge.tsx'
import { customerName } from './appointment.ts'
import { CustomerCard } from './CustomerCard.tsx'
import { EditAndDelete } from './EditAndDelete.tsx'
import { useOutsideHours } from './HoursMark.tsx'
import { SheetHead, SheetSignature } from './JobSheet.tsx'
import { NotFound } from './NotFound.tsx'
import { appointmentQuery } from './queries.ts'

const NewTimeDialog = lazy(async () => ({
  default: (await import('../texts/NewTimeDialog.tsx')).NewTimeDialog,
}))

const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(320px, 1fr);
  gap: ${space(5)};
  align-items: start;
  > div { display: grid; grid-template-columns: minmax(0, 1fr); gap: ${space(5)}; }
  /* notes and customer before the facts that are known */
  @media screen and (max-width: 1000px) {
    grid-template-columns: minmax(0, 1fr);
    > div { display: contents; }
    [data-first] { order: -3; }
    [data-bottom-bar] { order: -2; }
    [data-second] { order: -1; }
  }
  /* the steps of the job lie over the end of the page */
  ${phone} { margin-bottom: 72px; gap: ${space(3)}; }
  /* the job sheet: one page with what is needed on site */
  @media print { gap: ${space(4)}; > div { gap: ${space(4)}; } }
`

// of a customer, then what is done there and when
const headline = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(3)};
  font-variant-numeric: tabular-nums;
  h2 { color: ${color.ink}; font-size: ${text.lg}; overflow-wrap: anywhere; }
`

const facts = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)} ${space(8)};
  margin: 0;
  dt { color: ${color.muted}; font-size: ${text.sm}; }
  dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
  /* what was expected, and what it became */
  > [data-then] { position: relative; }
  > [data-then]::before { content: '→' / ''; position: absolute; left: -${space(5.5)}; bottom: 0; color: ${color.muted}; }
  ${phone} { display: grid; grid-template-columns: minmax(0, 1fr) max-content; gap: ${space(3)} ${space(6)}; }
`

const section = css`
  margin-top: ${space(4)};
  padding-top: ${space(4)};
  border-top: 1px solid ${color.line};
  h3 { margin-bottom: ${space(1)}; font-size: ${text.sm}; color: ${color.muted}; font-weight: 500; }
  p { white-space: pre-wrap; overflow-wrap: anywhere; }
`

// on a phone the steps of the job come first
const endActions = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  > * { flex: 1 1 auto; min-height: 48px; }
  @media print { display: none; }
`

const amber = css`
  border-color: ${color.amber};
  background: ${color.amberTint};
  h2 { margin-bottom: ${space(1)}; color: ${color.amber}; font-size: ${text.md}; }
  p { white-space: pre-wrap; overflow-wrap: anywhere; }
  [data-card-body] { padding: ${space(3)} ${space(5)} ${space(4)}; ${phone} { padding: ${space(3)} ${space(4)}; } }
`

// for those who do the work, not for the customer who signs the sheet
const notPrinted = css`
  @media print { display: none; }
`

/** `/appointments/{id}`. */
export function AppointmentDetailPage() {
  const { id = '' } = useParams()
  const { data } = useSuspenseQuery(appointmentQuery(id))
  return data ? <AppointmentDetail appointment={data.value} /> : <NotFound what="Appointment" />
}

function AppointmentDetail({ appointment }: { appointment: AppointmentDetails }) {
  const { title, scheduledDate, customerId, notes } = appointment
  const [text, setText] = useParam(newTimeParam)
  const isPhone = useIsPhone()
  const now = useNow()
  const job = useJobSteps()
  const edit = <EditAndDelete appointment={appointment} />
  return (
    <>
      <title>{`${title}, ${formatDay(scheduledDate)}`}</title>
      <SheetHead id={appointment.id} />
      <PageHeader
        title={customerName(appointment)}
        text={
          <div css={headline}>
            <h2>{title}</h2>
            <span>{formatSlot(appointment, dayAt(now))}</span>
            <AppointmentBadge appointment={appointment} />
          </div>
        }
        back={<Link to="/scheduler">Scheduler</Link>}
        actions={!isPhone && edit}
      />
      <Suspense>
        {text !== null && (
          <NewTimeDialog appointment={appointment} onClose={() => setText(null, { replace: true })} />
        )}
      </Suspense>
      <div css={columns}>
        <div>
          {notes && <Notes notes={notes} />}
          <JobCard appointment={appointment} />
          <ChangeOrders appointment={appointment} />
          <Messages customerId={customerId} />
          <History id={appointment.id} />
        </div>
        <div>
          <OnSiteActions appointment={appointment} job={job} now={now} />
          <div data-second>
            <CustomerCard appointment={appointment} job={job} now={now} />
          </div>
          {isPhone && <div css={endActions}>{edit}</div>}
        </div>
      </div>
      <SheetSignature />
      {job.dialogs}
    </>
  )
}

const priceText = (price: Money | null) => (price === null ? 'Not set' : formatMoney(price))

function JobCard({ appointment }: { appointment: AppointmentDetails }) {
  const { scheduledDate, duration, estimatedPrice, actualPrice, description, notes, assigneeIds } =
    appointment
  const team = useTeam()
  const outside = useOutsideHours()(appointment)
  return (
    <Card aria-label="Job">
      <dl css={facts}>
        <div>
          <dt>Date</dt>
          <dd>{formatLongDay(scheduledDate)}</dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>
            {formatArrival(appointment)} ({duration} min)
          </dd>
        </div>
        {/* absent for who may not see prices */}
        {estimatedPrice !== undefined && (
          <>
            <div>
              <dt>{appointmentLabels.estimatedPrice}</dt>
              <dd>{priceText(estimatedPrice)}</dd>
            </div>
            <div data-then>
              <dt>{appointmentLabels.actualPrice}</dt>
              <dd>{priceText(actualPrice)}</dd>
            </div>
          </>
        )}
        {team && (
          <div>
            <dt>{appointmentLabels.assigneeIds}</dt>
            <dd>{team.crewText(assigneeIds)}</dd>
          </div>
        )}
      </dl>
      <div css={[notPrinted, { '&:has(p)': { marginTop: space(4) } }]}>
        <Callout icon={<MoonStar size={16} aria-hidden />} title="Outside of working hours">
          {outside.length > 0 && outside.map((reason) => <p key={reason}>{reason}</p>)}
        </Callout>
      </div>
      <div css={section}>
        <h3>{appointmentLabels.description}</h3>
        <p>{description || 'No description.'}</p>
      </div>
      {!notes && (
        <div css={[section, notPrinted]}>
          <h3>{appointmentLabels.notes}</h3>
          <p>No notes.</p>
        </div>
      )}
    </Card>
  )
}

/** What was written with the customer, where messaging is installed; no part of the sheet on paper. */
function Messages({ customerId }: { customerId: number }) {
  if (!useIsInstalled('messaging', 'CustomerMessages')) return null
  return (
    <Card title="Messages" css={notPrinted}>
      <Widget remote="messaging" name="CustomerMessages" props={{ customerId }} />
    </Card>
  )
}

/** More work than planned, where it can be quoted; no part of the sheet on paper. */
function ChangeOrders({ appointment: { id, customerId, status } }: { appointment: AppointmentDetails }) {
  if (!useIsInstalled('billing', 'AppointmentQuotes') || status === 'cancelled') return null
  const isDone = status === 'completed'
  return (
    <div css={[notPrinted, isDone && { '&:not(:has(section))': { display: 'none' } }]}>
      <Widget
        remote="billing"
        name="AppointmentQuotes"
        height={isDone ? 0 : 120}
        props={{ customerId, appointmentId: id, isDone }}
      />
    </div>
  )
}

/** What was changed, and a way to take it back, where the history is installed. */
function History({ id }: { id: number }) {
  if (!useIsInstalled('crm', 'RecordHistory')) return null
  return (
    <Disclosure label="History">
      <Widget remote="crm" name="RecordHistory" props={{ record: `appointment-${id}` }} />
    </Disclosure>
  )
}

/** Notes are for the work on site, such as 'Dog in the yard'; no part of the sheet that the customer signs. */
const Notes = ({ notes }: { notes: string }) => (
  <Card css={[amber, notPrinted]} aria-label={appointmentLabels.notes} data-first>
    <h2>{appointmentLabels.notes}</h2>
    <p>{notes}</p>
  </Card>
)
