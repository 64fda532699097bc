import { css } from '@emotion/react'
import { useAction } from '@plumbline/contract/action'
import { formatPhone, telephoneLink } from '@plumbline/contract/contact'
import { useRights } from '@plumbline/contract/rights'
import type { AssignedNumber } from '@plumbline/messaging/api'
import { Button, color, space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { assignedNumbersQuery, assignUnknownConversation, messagesKey, releaseNumber } from './queries.ts'

const list = css`
  display: grid;
  gap: ${space(2)};
  h3 { font-size: ${text.sm}; color: ${color.muted}; }
  ul { display: grid; gap: ${space(2)}; margin: 0; padding: 0; list-style: none; }
  li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: ${space(1)} ${space(3)}; }
`

/** Numbers whose messages are in this conversation although the customer has another one; each can be taken out of it. */
export function AssignedNumbers({ customerId }: { customerId: number }) {
  const { may } = useRights()
  const { data = [] } = useQuery({ ...assignedNumbersQuery(customerId), enabled: may('messages.all') })
  if (data.length === 0) return null
  return (
    <section css={list} aria-label="Other numbers">
      <h3>Also writes from</h3>
      <ul>
        {data.map((number) => (
          <Entry key={number.id} customerId={customerId} number={number} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ customerId, number: { id, phone } }: { customerId: number; number: AssignedNumber }) {
  const phoneText = formatPhone(phone)
  const releasing = useAction(() => releaseNumber(customerId, id), {
    refetch: [messagesKey],
    success: `The messages from ${phoneText} are a conversation of their own.`,
    failure: 'Failed to move the messages. Please try again.',
    undo: () => assignUnknownConversation(id, customerId),
  })
  return (
    <li>
      <a href={telephoneLink(phone)}>{phoneText}</a>
      <Button
        busy={releasing.pending}
        onClick={() => releasing.run()}
        aria-label={`Not this customer: ${phoneText}`}
      >
        Not this customer
      </Button>
    </li>
  )
}
