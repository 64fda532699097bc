import { type Db, run } from '@plumbline/platform/db'
import { fold, readStreams } from '@plumbline/platform/event-store'
import { type Membership, type Right, rightsOf } from '@plumbline/platform/rights'
import type { MemberEvent } from './events.ts'
import { memberDecider } from './member/decider.ts'

// insights says them in histories
export { rightLabels, roleLabel } from './api.ts'
export type { MemberEvent } from './events.ts'

// Other services read the log and no table of identity: what a member may do holds at once.

/** What a user is to the business. */
export type MemberAccess = {
  standing: 'missing' | 'invited' | 'active' | 'inactive' | 'revoked'
  /** None unless they are active. */
  rights: readonly Right[]
}

/** What these users are to the business now, by id. */
export async function readMembers(db: Db, ids: readonly number[]): Promise<(id: number) => MemberAccess> {
  const eventsOf = await readStreams(
    db,
    ids.map((id) => `member-${id}`),
  )
  return (id) => {
    const member = fold(memberDecider, eventsOf(`member-${id}`) as unknown as MemberEvent[])
    return {
      standing: member.standing,
      rights: member.standing === 'active' ? rightsOf(member as Membership) : [],
    }
  }
}

/** Where news about changes of their jobs reach a member. */
export type NoticeRecipient = {
  channel: 'email' | 'sms' | 'none'
  email: string
  /** As E.164. */
  mobile: string | null
  rights: readonly Right[]
}

/** The active ones of these members, by id, from the view that identity publishes (decision 0033). */
export async function readNoticeRecipients(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, NoticeRecipient>> {
  const rows = await run<Omit<NoticeRecipient, 'rights'> & Membership & { id: number }>(db, {
    name: 'read-notice-recipients',
    text: `SELECT user_id AS id, notices AS channel, email, mobile, role, granted, denied
      FROM identity.members WHERE user_id = ANY($1::int[]) AND is_active`,
    values: [ids],
  })
  return new Map(
    rows.map(({ id, channel, email, mobile, ...membership }) => [
      id,
      { channel, email, mobile, rights: rightsOf(membership) },
    ]),
  )
}

/** The names that customers see of these members, in their order; of who has none, or is not active, nothing. */
export async function readPublicNames(db: Db, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await run<{ name: string }>(db, {
    name: 'read-public-names',
    text: `SELECT public_name AS name FROM identity.members
      WHERE user_id = ANY($1::int[]) AND is_active AND public_name <> '' ORDER BY user_id`,
    values: [ids],
  })
  return rows.map(({ name }) => name)
}
