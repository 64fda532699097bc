import { css } from '@emotion/react'
import { toast } from '@plumbline/contract'
import { color, Drawer, EmptyState, ErrorState, Skeleton, Switch, space, text } from '@plumbline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { plannedQuery, saveSettings, settingsQuery } from './queries.ts'
import { Reminder } from './Reminder.tsx'
import { byDay } from './reminders.ts'

const day = css`
  margin-top: ${space(6)};
  h3 { display: flex; justify-content: space-between; align-items: baseline; margin: 0; padding-bottom: ${space(2)}; border-bottom: 1px solid ${color.line}; font-size: ${text.md}; }
  small { color: ${color.muted}; font-size: ${text.sm}; font-weight: 400; }
  ul { margin: 0; padding: 0; list-style: none; }
  li + li { border-top: 1px solid ${color.line}; }
`

/** What goes out by itself in the next days: to whom, when, in which words, and who gets nothing. */
export const RemindersDrawer = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Drawer
    open={open}
    onClose={onClose}
    title="What goes out tomorrow"
    description="Customers hear from you at 9:00 AM on the day before their appointment."
  >
    <Everybody />
    <Planned />
  </Drawer>
)

/** The switch for all of them. */
function Everybody() {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(settingsQuery())
  const save = useMutation({
    mutationFn: saveSettings,
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsQuery().queryKey, settings)
      void queryClient.invalidateQueries({ queryKey: plannedQuery().queryKey })
    },
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'destructive' }),
  })
  if (error) return <ErrorState title="The setting could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={44} />
  const on = save.isPending ? save.variables.reminders : data.reminders
  return (
    <Switch
      label={<b>Remind customers</b>}
      hint="By SMS and e-mail, to whoever has not opted out."
      checked={on}
      disabled={save.isPending}
      onChange={(reminders) => save.mutate({ reminders })}
    />
  )
}

function Planned() {
  const { data, error, refetch } = useQuery(plannedQuery())
  if (error) return <ErrorState title="The reminders could not be loaded" onRetry={() => void refetch()} />
  if (!data)
    return (
      <div css={{ display: 'grid', gap: space(3), marginTop: space(6) }}>
        <Skeleton height={96} />
        <Skeleton height={96} />
      </div>
    )
  if (data.length === 0)
    return (
      <div css={{ marginTop: space(6) }}>
        <EmptyState title="Nothing is planned">
          Reminders of the appointments of the next seven days stand here before they go out.
        </EmptyState>
      </div>
    )
  return byDay(data, new Date()).map(({ day: date, title, reminders }) => (
    <section key={date} css={day}>
      <h3>
        {title}
        <small>{counted(reminders.filter((it) => it.channels.length > 0).length)}</small>
      </h3>
      <ul aria-label={`Reminders: ${title}`}>
        {reminders.map((reminder) => (
          <Reminder key={reminder.appointmentId} reminder={reminder} />
        ))}
      </ul>
    </section>
  ))
}

const counted = (count: number) => (count === 1 ? '1 reminder' : `${count} reminders`)
