import { Credentials, User } from '@plumbline/platform/credentials'
import { emailAddress } from '@plumbline/platform/email'
import { Link, LinkRedemption, OpenedLink, RedeemedLink } from '@plumbline/platform/links'
import { NewPassword, PasswordRefusal } from '@plumbline/platform/passwords'
import { rights, roles } from '@plumbline/platform/rights'
import { ById, pathId } from '@plumbline/platform/schemas'
import { Week } from '@plumbline/platform/week'
import * as z from 'zod/mini'

export * from './api/labels.ts'

// Only a gateway in another process calls those that are not below /api. Its signed identity protects them, so they need no session.

export const signIn = {
  method: 'POST',
  path: '/sign-in',
  summary: 'Check a name and a password; null when they are wrong',
  needs: 'public',
  body: Credentials,
  response: z.nullable(User),
} as const

export const changePassword = {
  method: 'POST',
  path: '/change-password',
  summary: 'Change the password of a user; null when it is done',
  needs: 'public',
  /** `change` is checked like a form: the answer names the field that is wrong. */
  body: z.object({ userId: z.int(), change: z.unknown() }),
  response: z.nullable(PasswordRefusal),
} as const

export const revokeAccess = {
  method: 'POST',
  path: '/revoke-access',
  summary: 'End the access that a user was given without a session, such as calendar addresses',
  needs: 'public',
  body: z.object({ userId: z.int() }),
  response: z.null(),
} as const

export const openLink = {
  method: 'POST',
  path: '/open-link',
  summary: 'Whom a link is for that sets a password; null when it is valid no more',
  needs: 'public',
  body: Link,
  response: z.nullable(OpenedLink),
} as const

export const redeemLink = {
  method: 'POST',
  path: '/redeem-link',
  summary: 'Set the password of the member whom a link is for; null when it is valid no more',
  needs: 'public',
  body: LinkRedemption,
  response: z.nullable(RedeemedLink),
} as const

const username = z
  .string({ error: 'Username is required' })
  .check(z.trim(), z.minLength(1, 'Username is required'), z.maxLength(100, 'At most 100 characters'))
const email = emailAddress('Please enter a valid email')

export const NewUser = z.object({ username, email, password: NewPassword })
export type NewUser = z.infer<typeof NewUser>

const role = z.enum(roles, { error: 'Choose a role' })
const someRights = z.array(z.enum(rights)).check(z.maxLength(rights.length))

export const Member = z.object({
  id: z.int(),
  /** The name to sign in with. */
  name: z.string(),
  role: z.string(),
  state: z.enum(['invited', 'active', 'inactive']),
  /** From here on only for members who may change the team. */
  email: z.optional(z.string()),
  /** The name that customers see of who comes; empty for none. */
  publicName: z.optional(z.string()),
  /** Added to the rights of the role. */
  granted: z.optional(z.array(z.enum(rights))),
  /** Taken from them. */
  denied: z.optional(z.array(z.enum(rights))),
  /** Of a link to join or to set another password; null when there is none. */
  linkValidUntil: z.optional(z.nullable(z.iso.datetime())),
  /** What a change sends as `If-Match`. */
  etag: z.optional(z.string()),
})
export type Member = z.infer<typeof Member>

export const listMembers = {
  method: 'GET',
  path: '/api/team/members',
  summary: 'List the members of the team; what concerns their access only for those who may change it',
  needs: 'self',
  response: z.array(Member),
} as const

export const Invitation = z.object({ username, email, role })
export type Invitation = z.infer<typeof Invitation>

export const inviteMember = {
  method: 'POST',
  path: '/api/team/invitations',
  summary: 'Invite somebody; they join by a link, which is asked for afterwards',
  needs: 'team',
  creates: true,
  limits: [{ per: 'everyone', max: 60, seconds: 3_600 }],
  body: Invitation,
  response: Member,
} as const

export const revokeInvitation = {
  method: 'DELETE',
  path: '/api/team/invitations/:id',
  summary: 'Revoke an invitation that nobody accepted; its name and address are free again',
  needs: 'team',
  params: ById,
} as const

export const MemberDetails = z.object({
  username: z.optional(username),
  email: z.optional(email),
  /** Customers see it of who comes; empty for none. */
  publicName: z.optional(z.string().check(z.trim(), z.maxLength(60, 'At most 60 characters'))),
})
export type MemberDetails = z.infer<typeof MemberDetails>

export const changeMember = {
  method: 'PATCH',
  path: '/api/team/members/:id',
  summary: 'Change the names or the e-mail address of a member',
  needs: 'team',
  params: ById,
  body: MemberDetails,
  response: Member,
} as const

/** How members get news about changes of their own jobs. */
const noticeChannels = ['email', 'sms', 'none'] as const

export const JobNotices = z.object({
  channel: z.enum(noticeChannels, { error: 'Choose email, SMS or nothing' }),
  /** Where SMS go; empty for none. */
  mobile: z.string().check(z.trim(), z.maxLength(40, 'At most 40 characters')),
})
export type JobNotices = z.infer<typeof JobNotices>

export const readJobNotices = {
  method: 'GET',
  path: '/api/team/me/notices',
  summary: 'How the signed-in member is told about changes of their own jobs',
  needs: 'self',
  response: JobNotices,
} as const

export const changeJobNotices = {
  method: 'PUT',
  path: '/api/team/me/notices',
  summary: 'Change how the signed-in member is told about changes of their own jobs',
  needs: 'self',
  body: JobNotices,
  response: JobNotices,
} as const

export const MemberRole = z.object({
  role,
  granted: z._default(someRights, []),
  denied: z._default(someRights, []),
})
export type MemberRole = z.infer<typeof MemberRole>

export const changeMemberRole = {
  method: 'PATCH',
  path: '/api/team/members/:id/role',
  summary: 'Change what a member may do: the role, and the rights added to it or taken from it',
  needs: 'team',
  params: ById,
  body: MemberRole,
  response: Member,
} as const

export const MemberActive = z.object({
  active: z.boolean(),
  /** Who takes over the planned jobs of a deactivated member; null: they are unassigned. Left out, they stay as they are. */
  jobsGoTo: z.optional(z.nullable(z.int())),
})
export type MemberActive = z.infer<typeof MemberActive>

export const setMemberActive = {
  method: 'PATCH',
  path: '/api/team/members/:id/active',
  summary: 'Deactivate a member, who is signed out at once, or let them sign in again',
  needs: 'team',
  params: ById,
  body: MemberActive,
  response: Member,
} as const

export const IssuedLink = z.object({
  /** The link is `/join#<token>`; it is answered once. */
  token: z.string(),
  validUntil: z.iso.datetime(),
})
export type IssuedLink = z.infer<typeof IssuedLink>

export const issueMemberLink = {
  method: 'POST',
  path: '/api/team/members/:id/link',
  summary: 'Make the link by which a member joins or sets another password; the link before ends',
  needs: 'team',
  params: ById,
  response: IssuedLink,
} as const

const day = z.iso.date({ error: 'Please enter a date' })
export const TimeOffForm = z
  .object({ from: day, to: day })
  .check(
    z.refine(({ from, to }) => to >= from, { error: 'The time off ends before it begins', path: ['to'] }),
  )
export type TimeOffForm = z.infer<typeof TimeOffForm>

/** When a member works. */
export const Availability = z.object({
  memberId: z.int(),
  /** By the clock of the business; null: the hours of the business. */
  week: z.nullable(Week),
  /** Days of the business, both included; soonest first, those that are over too. */
  timeOff: z.array(z.object({ id: z.uuid(), from: z.iso.date(), to: z.iso.date() })),
  /** What a change of the hours sends as `If-Match`. */
  etag: z.string(),
})
export type Availability = z.infer<typeof Availability>
export type TimeOff = Availability['timeOff'][number]

export const listAvailability = {
  method: 'GET',
  path: '/api/team/availability',
  summary: 'Hours and time off of the members; only their own for who may not see the jobs of everybody',
  needs: 'schedule.own.view',
  response: z.array(Availability),
} as const

export const MemberHours = z.object({ week: z.nullable(Week) })
export type MemberHours = z.infer<typeof MemberHours>

export const setMemberHours = {
  method: 'PUT',
  path: '/api/team/members/:id/hours',
  summary: 'Set the hours of a member; null for those of the business',
  needs: 'schedule.all.edit',
  params: ById,
  body: MemberHours,
  response: Availability,
} as const

export const planTimeOff = {
  method: 'POST',
  path: '/api/team/members/:id/time-off',
  summary: 'Plan days on which a member does not work; jobs of these days stay as they are',
  needs: 'schedule.all.edit',
  creates: true,
  params: ById,
  body: TimeOffForm,
  response: Availability,
} as const

export const dropTimeOff = {
  method: 'DELETE',
  path: '/api/team/members/:id/time-off/:timeOffId',
  summary: 'Drop time off that was planned',
  needs: 'schedule.all.edit',
  params: z.object({ id: pathId, timeOffId: z.uuid() }),
} as const
