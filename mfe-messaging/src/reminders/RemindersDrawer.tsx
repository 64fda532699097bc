import { css } from '@emotion/react'
import { useAction } from '@plumbline/contract/action'
import { useRights } from '@plumbline/contract/rights'
import { color, Drawer, EmptyState, ErrorState, Skeleton, Switch, space, text } from '@plumbline/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { businessQuery } from '../messages/queries.ts'
import { FollowUpList } from './FollowUpList.tsx'
import { changeSettings, plannedFollowUpsQuery, plannedQuery, settingsQuery } from './queries.ts'
import { ReminderRow } from './ReminderRow.tsx'
import { byDay, reminderHours } from './reminders.ts'

const day = css`
  h3 { display: flex; justify-content: space-between; align-items: baseline; margin: 0; padding-bottom: ${space(2)}; border-bottom: 1px solid ${color.line}; font-size: ${text.md}; }
  small { color: ${color.muted}; font-size: ${text.sm}; font-weight: 400; }
  ul { margin: 0; padding: 0; list-style: none; }
  li + li { border-top: 1px solid ${color.line}; }
`

const ask = css`
  color: ${color.muted};
  font-size: ${text.sm};
`

/** The reminders of the next days, with their text, and why some are not sent. */
export function RemindersDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { data } = useQuery({ ...businessQuery(), enabled: open })
  const between = data ? ` ${reminderHours(data.messages.remindAt)}` : ''
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title="Upcoming reminders"
      description={`Sent${between} the day before each appointment.`}
    >
      <div css={{ display: 'grid', gap: space(6) }}>
        <Settings />
        <PlannedReminders />
        <FollowUpList />
      </div>
    </Drawer>
  )
}

const switches = [
  {
    name: 'reminders',
    label: 'Remind customers',
    hint: 'By SMS and email, to everyone who has not opted out.',
  },
  {
    name: 'followUps',
    label: 'Follow up on quotes',
    hint: 'Three and seven days after a quote went out, until it is answered.',
  },
] as const

function Settings() {
  const { data, isLoadingError, refetch } = useQuery(settingsQuery())
  const { may } = useRights()
  if (isLoadingError)
    return <ErrorState title="The setting could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={44} />
  return (
    <div css={{ display: 'grid', gap: space(3) }}>
      {switches.map((it) => (
        <SettingSwitch key={it.name} {...it} isOn={data[it.name]} disabled={!may('settings')} />
      ))}
      {!may('settings') && <p css={ask}>To change this, ask the owner of the business.</p>}
    </div>
  )
}

type SettingSwitchProps = (typeof switches)[number] & { isOn: boolean; disabled: boolean }

/** One action each, so that each shows how it was pressed while another is being saved. */
function SettingSwitch({ name, label, hint, isOn, disabled }: SettingSwitchProps) {
  const queryClient = useQueryClient()
  const changing = useAction((value: boolean) => changeSettings({ [name]: value }), {
    refetch: [plannedQuery().queryKey, plannedFollowUpsQuery().queryKey],
    failure: 'Failed to save the setting. Please try again.',
    onDone: (settings) => queryClient.setQueryData(settingsQuery().queryKey, settings),
    queue: 'reminder settings',
  })
  // not disabled while it is saved: it would lose the focus
  return (
    <Switch
      label={<b>{label}</b>}
      hint={hint}
      checked={changing.input ?? isOn}
      onChange={changing.run}
      disabled={disabled}
    />
  )
}

function PlannedReminders() {
  const { data, isLoadingError, refetch } = useQuery(plannedQuery())
  if (isLoadingError)
    return <ErrorState title="The reminders could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={208} />
  if (data.length === 0)
    return (
      <EmptyState title="No upcoming reminders">
        Reminders for the next seven days appear here before they are sent.
      </EmptyState>
    )
  return byDay(data, new Date()).map(({ day: date, title, reminders }) => (
    <section key={date} css={day}>
      <h3>
        {title}
        <small>{countText(reminders.filter((it) => it.channels.length > 0).length)}</small>
      </h3>
      <ul aria-label={`Reminders: ${title}`}>
        {reminders.map((reminder) => (
          <ReminderRow key={reminder.appointmentId} reminder={reminder} />
        ))}
      </ul>
    </section>
  ))
}

const countText = (count: number) => (count === 1 ? '1 reminder' : `${count} reminders`)
