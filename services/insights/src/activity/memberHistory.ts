import { type MemberEvent, rightLabels, roleLabel } from '@plumbline/identity/directory'
import type { Db } from '@plumbline/platform/db'
import { type Recorded, readStreams } from '@plumbline/platform/event-store'
import type { ActivityItem } from '../api.ts'
import { dayText } from '../dateTimeText.ts'
import { actorOf } from './items.ts'

type Changes = ActivityItem['changes']
type DetailsChanged = Extract<MemberEvent, { type: 'MemberDetailsChanged' }>
type Description = { title: string; at: string; changes?: Changes }

/** What was recorded of a member before. */
type Before = {
  role: string
  granted: readonly string[]
  denied: readonly string[]
  timeOff: Map<string, string>
}

/** Everything that happened to a member of the team, the newest first. Nothing else lists it, so it is read from the stream alone. */
export async function readMemberHistory({ db }: { db: Db }, stream: string): Promise<ActivityItem[]> {
  const events = (await readStreams(db, [stream]))(stream) as Recorded<MemberEvent>[]
  const before: Before = { role: '', granted: [], denied: [], timeOff: new Map() }
  const items = events.map((event): ActivityItem => {
    const { changes = [], ...described } = describe(event, before)
    remember(event, before)
    return {
      ...{ id: String(event.position), kind: 'member', ...described, changes },
      ...{ person: null, actor: actorOf(event.metadata), link: null, restore: null },
    }
  })
  return items.reverse()
}

function describe({ type, data }: MemberEvent, before: Before): Description {
  switch (type) {
    case 'MemberInvited':
      return { title: `Invited as ${roleLabel(data.role)}`, at: data.invitedAt }
    case 'InvitationRevoked':
      return { title: 'Invitation revoked', at: data.revokedAt }
    case 'MemberJoined':
      return { title: `Joined as ${roleLabel(data.role)}`, at: data.joinedAt }
    case 'MemberRoleChanged':
      return {
        title: data.role === before.role ? 'Rights changed' : 'Role changed',
        at: data.changedAt,
        changes: [
          ...change('Role', roleLabel(before.role), roleLabel(data.role)),
          ...change('Added', rightsText(before.granted), rightsText(data.granted)),
          ...change('Taken', rightsText(before.denied), rightsText(data.denied)),
        ],
      }
    case 'MemberDetailsChanged': {
      const fields = data.fields.map((field) => detailLabels[field])
      return { title: `Changed: ${fields.join(', ')}`, at: data.changedAt }
    }
    case 'MemberLinkIssued':
      return {
        title: data.purpose === 'join' ? 'Link to join made' : 'Link for a new password made',
        at: data.issuedAt,
      }
    case 'MemberHoursSet':
      return { title: data.week ? 'Hours of their own set' : 'Hours of the business again', at: data.setAt }
    case 'TimeOffPlanned':
      return { title: `Time off planned: ${daysText(data)}`, at: data.plannedAt }
    case 'TimeOffDropped':
      return { title: `Time off dropped: ${before.timeOff.get(data.timeOffId)}`, at: data.droppedAt }
    case 'MemberDeactivated':
      return { title: `Deactivated${jobsText(data.jobsGoTo)}`, at: data.deactivatedAt }
    case 'MemberReactivated':
      return { title: 'Reactivated', at: data.reactivatedAt }
  }
}

const detailLabels: Record<DetailsChanged['data']['fields'][number], string> = {
  username: 'name',
  email: 'email address',
  notices: 'how they are told about their jobs',
  mobile: 'mobile number',
  publicName: 'name for customers',
}

function remember({ type, data }: MemberEvent, before: Before): void {
  if ('role' in data) before.role = data.role
  if (type === 'MemberRoleChanged') Object.assign(before, { granted: data.granted, denied: data.denied })
  if (type === 'TimeOffPlanned') before.timeOff.set(data.timeOffId, daysText(data))
}

const change = (field: string, from: string | null, to: string | null): Changes =>
  from === to ? [] : [{ field, from, to }]

const rightsText = (rights: readonly string[]): string | null =>
  rights.map((right) => (rightLabels as Record<string, string>)[right] ?? right).join(', ') || null

const daysText = ({ from, to }: { from: string; to: string }): string =>
  [...new Set([from, to])].map((day) => dayText('UTC', day)).join(' – ')

function jobsText(jobsGoTo: number | null | undefined): string {
  if (jobsGoTo === undefined) return ''
  return jobsGoTo === null ? ', jobs left to nobody' : ', jobs given to another member'
}
