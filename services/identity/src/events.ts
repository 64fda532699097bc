/** Access that the user was given before, such as secret calendar addresses, has ended. Stream `user-<id>`. */
export type UserAccessRevoked = {
  type: 'UserAccessRevoked'
  data: { userId: number; reason: 'disabled' | 'new password' | 'signed out everywhere' }
}

/** ISO 8601 in UTC. */
type Time = string

/** Stream `member-<id>`, of the user with this id. Names and addresses are in the row of the user, and in no event. */
export type MemberInvited = {
  type: 'MemberInvited'
  /** `invitedBy`: a user; null: an operator. */
  data: { userId: number; role: string; invitedBy: number | null; invitedAt: Time }
}
/**
 * It was not accepted; its name and address are free again. `jobsGoTo`: null, their planned jobs are unassigned; left out, as
 * with events of before, the jobs stay as they are. Scheduling changes the jobs (decision 0035).
 */
export type InvitationRevoked = {
  type: 'InvitationRevoked'
  data: { userId: number; jobsGoTo?: null; revokedAt: Time }
}
/** They accepted the invitation, or an operator added them. */
export type MemberJoined = {
  type: 'MemberJoined'
  data: { userId: number; role: string; joinedAt: Time }
}
/** All of what the member may do from now on: the role, and what is added to its rights or taken from them. */
export type MemberRoleChanged = {
  type: 'MemberRoleChanged'
  data: { userId: number; role: string; granted: string[]; denied: string[]; changedAt: Time }
}
/** Another name, for customers too, or e-mail address, or another way to get news about their jobs. */
export type MemberDetailsChanged = {
  type: 'MemberDetailsChanged'
  data: {
    userId: number
    fields: ('username' | 'email' | 'notices' | 'mobile' | 'publicName')[]
    changedAt: Time
  }
}
/** A link was made that sets the member's password, once; the one before has ended. */
export type MemberLinkIssued = {
  type: 'MemberLinkIssued'
  data: { userId: number; purpose: 'join' | 'password'; validUntil: Time; issuedAt: Time }
}
/** `HH:mm`, by the clock of the business. */
type Hours = { opens: string; closes: string }
type Weekday = 'sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday'
/** The whole week; null on a day off. Without a week the hours of the business hold. */
export type MemberHoursSet = {
  type: 'MemberHoursSet'
  data: { userId: number; week: Record<Weekday, Hours | null> | null; setAt: Time }
}
/** Days of the business, `YYYY-MM-DD`, both included. Why is stored nowhere. */
export type TimeOffPlanned = {
  type: 'TimeOffPlanned'
  data: { userId: number; timeOffId: string; from: string; to: string; plannedAt: Time }
}
export type TimeOffDropped = {
  type: 'TimeOffDropped'
  data: { userId: number; timeOffId: string; droppedAt: Time }
}
/**
 * `jobsGoTo`: who takes over their planned jobs, null: unassigned; left out: the jobs stay theirs, as with events of before
 * and those of operators. Scheduling changes the jobs (decision 0035).
 */
export type MemberDeactivated = {
  type: 'MemberDeactivated'
  data: { userId: number; jobsGoTo?: number | null; deactivatedAt: Time }
}
export type MemberReactivated = {
  type: 'MemberReactivated'
  data: { userId: number; reactivatedAt: Time }
}

export type MemberEvent =
  | MemberInvited
  | InvitationRevoked
  | MemberJoined
  | MemberRoleChanged
  | MemberDetailsChanged
  | MemberLinkIssued
  | MemberHoursSet
  | TimeOffPlanned
  | TimeOffDropped
  | MemberDeactivated
  | MemberReactivated
