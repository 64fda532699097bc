import type { Db } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { recordEtag } from '@plumbline/platform/event-store'
import { type Right, rightsOf } from '@plumbline/platform/rights'
import type { Availability, JobNotices, Member } from '../api.ts'
import { memberOf, selectLinks, selectUserById, selectUsers } from '../user/table.ts'
import { issuerMayManage } from './links.ts'

/** Everybody, in the order of their names; addresses, single rights and links only for who may change the team. */
export async function listMembers(db: Db, now: Date, viewerId: number): Promise<Member[]> {
  const [users, links] = await Promise.all([selectUsers(db), selectLinks(db, now)])
  const rightsById = new Map(users.map((user) => [user.id, rightsOf(user as never)]))
  const isManager = rightsById.get(viewerId)?.includes('team')
  const userById = new Map(users.map((user) => [user.id, user]))
  const linkOf = new Map(links.map((link) => [link.userId, link]))
  return users
    .map((user) => {
      const { standing, granted, denied } = memberOf(user)
      const { id, username: name, email, role } = user
      const member: Member = { id, name, role, state: standing as Member['state'] }
      if (!isManager) return member
      const link = linkOf.get(id)
      const isValid = link !== undefined && issuerMayManage(link, userById.get(link.issuedBy ?? 0), user)
      return {
        ...member,
        email,
        publicName: user.publicName,
        granted: granted as Right[],
        denied: denied as Right[],
        linkValidUntil: isValid ? link.validUntil : null,
        etag: recordEtag(user),
      }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** When those work who can be given a job; only the viewer, where they may not see the jobs of everybody. */
export async function listAvailability(db: Db, viewerId: number, isForAll: boolean): Promise<Availability[]> {
  const users = await selectUsers(db)
  return users
    .filter(({ id, disabled }) => !disabled && (isForAll || id === viewerId))
    .map((user) => ({
      memberId: user.id,
      week: user.week,
      timeOff: [...user.timeOff],
      etag: recordEtag(user),
    }))
}

/** How a member gets news about changes of their jobs. */
export async function readJobNotices(db: Db, userId: number): Promise<{ value: JobNotices; etag: string }> {
  const user = await selectUserById(db, userId)
  if (!user) throw rejection('not-found', 'Member not found')
  return { value: { channel: user.notices, mobile: user.mobile ?? '' }, etag: recordEtag(user) }
}
