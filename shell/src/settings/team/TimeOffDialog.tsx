import { css } from '@emotion/react'
import { dayAt } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { useForm } from '@plumbline/contract/form'
import { formatSlot } from '@plumbline/contract/when'
import { TimeOffForm } from '@plumbline/identity/api'
import { Button, Callout, color, DateField, Dialog, Field, FieldRow, IconButton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert, X } from 'lucide-react'
import { Link } from 'react-router-dom'
import {
  type Availability,
  afterChange,
  dropTimeOff,
  type Member,
  openJobsQuery,
  planTimeOff,
  type TimeOff,
} from './teamCalls.ts'
import { daysText } from './timeOff.ts'

const list = css`
  margin: 0 0 ${space(5)};
  padding: 0;
  list-style: none;
  > li { padding-block: ${space(1)}; }
  > li + li { border-top: 1px solid ${color.line}; }
  > li > div:first-of-type { display: flex; align-items: center; justify-content: space-between; min-height: 44px; }
`

type TimeOffDialogProps = { member: Member; availability: Availability; onClose: () => void }

/** The days on which a member does not work, planned and dropped at once. */
export function TimeOffDialog({ member, availability, onClose }: TimeOffDialogProps) {
  const today = dayAt(new Date())
  const dropping = useAction((id: string) => dropTimeOff(member.id, id), {
    ...afterChange,
    success: 'The time off is dropped.',
  })
  const form = useForm(TimeOffForm, {
    defaults: { from: '', to: '' },
    send: (values, { key }) => planTimeOff(member.id, values, key),
    ...afterChange,
    success: 'The time off is planned.',
    onDone: () => {
      form.reset()
    },
  })
  const close = form.closing(onClose)
  const upcoming = availability.timeOff.filter(({ to }) => to >= today)
  return (
    <Dialog
      open
      onClose={close}
      title={`Time off of ${member.name}`}
      footer={<Button onClick={close}>Done</Button>}
    >
      {upcoming.length > 0 && (
        <ul css={list} aria-label="Time off">
          {upcoming.map((it) => (
            <li key={it.id}>
              <div>
                {daysText(it, today)}
                <IconButton
                  label={`Drop ${daysText(it, today)}`}
                  icon={X}
                  onClick={() => dropping.run(it.id)}
                />
              </div>
              <JobsInTimeOff memberId={member.id} days={it} />
            </li>
          ))}
        </ul>
      )}
      <PlanForm form={form} member={member} today={today} />
    </Dialog>
  )
}

type PlanFormProps = {
  form: ReturnType<typeof useForm<typeof TimeOffForm, unknown>>
  member: Member
  today: string
}

function PlanForm({ form, member, today }: PlanFormProps) {
  const days = { from: form.watch('from'), to: form.watch('to') }
  const from = form.bind('from')
  return (
    <form css={{ display: 'grid', gap: space(4) }} aria-label="Plan time off" {...form.props}>
      <FieldRow>
        <Field label="First day off" required {...form.error('from')}>
          <DateField
            {...from}
            onChange={(day) => {
              from.onChange(day)
              // most are off for a day
              if (!days.to || days.to < day) form.set('to', day)
            }}
          />
        </Field>
        <Field label="Last day off" required {...form.error('to')}>
          <DateField {...form.bind('to')} min={days.from > today ? days.from : today} />
        </Field>
      </FieldRow>
      {days.from && days.to >= days.from && days.to >= today && (
        <JobsInTimeOff memberId={member.id} days={days} />
      )}
      <div>
        <Button tone="primary" type="submit" busy={form.pending}>
          Plan time off
        </Button>
      </div>
    </form>
  )
}

type JobsInTimeOffProps = { memberId: number; days: Pick<TimeOff, 'from' | 'to'> }

/** The jobs that another member has to do, or that have to be moved; no reason to refuse the time off. */
function JobsInTimeOff({ memberId, days }: JobsInTimeOffProps) {
  const { data: jobs = [], isLoadingError, refetch } = useQuery(openJobsQuery(memberId, days))
  return (
    <Callout icon={<TriangleAlert size={16} aria-hidden />} title="Jobs in this time">
      {isLoadingError && (
        <p>
          They could not be loaded.{' '}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {jobs.length > 0 && (
        <ul aria-label="Jobs in this time">
          {jobs.map((it) => (
            <li key={it.id}>
              <Link to={`/appointments/${it.id}`}>{formatSlot(it)}</Link>: {it.serviceType},{' '}
              {it.customerName ?? 'Unknown Customer'}
            </li>
          ))}
        </ul>
      )}
    </Callout>
  )
}
