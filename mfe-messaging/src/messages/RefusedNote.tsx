import { formatDateTime } from '@plumbline/contract'
import { Callout } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { channelLabels } from './conversations.ts'
import { channelsQuery } from './queries.ts'

/** Says that a provider refuses everything at the moment, as after a daily limit or with a wrong password. */
export function RefusedNote() {
  const { data: channels } = useQuery(channelsQuery())
  const refused = channels?.refused ?? []
  return (
    <Callout icon={<CircleAlert size={16} aria-hidden />} title="Messages wait">
      {refused.length > 0 && (
        <ul>
          {refused.map(({ channel, count, since, error }) => (
            <li key={channel}>
              {channelLabels[channel]}: the provider has refused {count}{' '}
              {count === 1 ? 'message' : 'messages'} since {formatDateTime(since)} ({error}), because of its
              limits or your account with it. They are sent when it accepts them again, for a day.
            </li>
          ))}
        </ul>
      )}
    </Callout>
  )
}
