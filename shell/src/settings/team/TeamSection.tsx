import { css } from '@emotion/react'
import { dayAt, toast, useSession } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { useRights } from '@plumbline/contract/rights'
import { roleLabel } from '@plumbline/identity/api'
import {
  Badge,
  Button,
  Card,
  color,
  confirm,
  ErrorState,
  IconButton,
  Menu,
  phone,
  Skeleton,
  space,
  text,
} from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import {
  CalendarOff,
  Clock,
  Ellipsis,
  History,
  KeyRound,
  Pencil,
  Send,
  ShieldCheck,
  UserCheck,
  UserPlus,
  UserX,
} from 'lucide-react'
import { useState } from 'react'
import type { SectionProps } from '../SectionForm.tsx'
import { DeactivateDialog } from './DeactivateDialog.tsx'
import { HoursDialog } from './HoursDialog.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { DetailsDialog, InviteDialog, RoleDialog } from './MemberDialogs.tsx'
import { MemberHistoryDialog } from './MemberHistoryDialog.tsx'
import { TimeOffDialog } from './TimeOffDialog.tsx'
import {
  type Availability,
  afterChange,
  availabilityQuery,
  countPlannedJobs,
  type Member,
  membersQuery,
  revokeInvitation,
  setActive,
} from './teamCalls.ts'
import { daysText } from './timeOff.ts'

const list = css`
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    display: flex;
    align-items: center;
    gap: ${space(3)};
    min-height: 64px;
    padding: ${space(2)} ${space(3)} ${space(2)} ${space(5)};
  }
  li + li { border-top: 1px solid ${color.line}; }
  li > div { flex: 1; min-width: 0; overflow-wrap: anywhere; }
  small { display: block; color: ${color.muted}; font-size: ${text.sm}; }
  ${phone} { li { padding-left: ${space(4)}; padding-right: ${space(1)}; } }
`

const name = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(2)};
  font-weight: 600;
`

type OfMember = 'role' | 'details' | 'link' | 'hours' | 'time off' | 'history'
type Opened =
  | { what: 'invite' }
  | { what: OfMember; member: Member }
  | { what: 'deactivate'; member: Member; jobCount: number }

/** `/settings/team`: who belongs to the business, what they may do, and when they work. */
export function TeamSection({ business }: SectionProps) {
  const { may } = useRights()
  const { data: members, isLoadingError, error, refetch } = useQuery(membersQuery())
  const work = useQuery({ ...availabilityQuery(), enabled: may('schedule.own.view') })
  const { data: availability } = work
  const availabilityOf = (member: Member) => availability?.find(({ memberId }) => memberId === member.id)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const openedMember = opened && 'member' in opened ? opened.member : undefined
  // as the list has them now, unless they were removed
  const member = members?.find(({ id }) => id === openedMember?.id) ?? openedMember
  const ofOpened = member && availabilityOf(member)
  return (
    <>
      <Card
        title="Team"
        flush={Boolean(members)}
        action={
          may('team') && (
            <Button size="sm" tone="primary" onClick={() => setOpened({ what: 'invite' })}>
              <UserPlus size={16} aria-hidden />
              Invite
            </Button>
          )
        }
      >
        {isLoadingError ? (
          <ErrorState title="The team could not be loaded" onRetry={() => void refetch()}>
            {error.message}
          </ErrorState>
        ) : !members ? (
          <Skeleton height={192} />
        ) : (
          <>
            {work.isLoadingError && (
              <ErrorState title="Hours and time off could not be loaded" onRetry={() => void work.refetch()}>
                {work.error.message}
              </ErrorState>
            )}
            <ul css={list} aria-label="Team">
              {members.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  availability={availabilityOf(member)}
                  onOpen={(what) => setOpened({ what, member })}
                  onDeactivate={(jobCount) => setOpened({ what: 'deactivate', member, jobCount })}
                />
              ))}
            </ul>
          </>
        )}
      </Card>
      {opened?.what === 'invite' && (
        <InviteDialog onClose={close} onInvited={(member) => setOpened({ what: 'link', member })} />
      )}
      {member && opened?.what === 'role' && <RoleDialog member={member} onClose={close} />}
      {member && opened?.what === 'details' && <DetailsDialog member={member} onClose={close} />}
      {member && opened?.what === 'link' && <LinkDialog member={member} onClose={close} />}
      {member && opened?.what === 'deactivate' && (
        <DeactivateDialog member={member} jobCount={opened.jobCount} onClose={close} />
      )}
      {member && opened?.what === 'history' && <MemberHistoryDialog member={member} onClose={close} />}
      {member && ofOpened && opened?.what === 'hours' && (
        <HoursDialog member={member} availability={ofOpened} business={business} onClose={close} />
      )}
      {member && ofOpened && opened?.what === 'time off' && (
        <TimeOffDialog member={member} availability={ofOpened} onClose={close} />
      )}
    </>
  )
}

type MemberRowProps = {
  member: Member
  availability: Availability | undefined
  onOpen: (what: OfMember) => void
  /** Asks who does the jobs that they are planned for. */
  onDeactivate: (jobCount: number) => void
}

function MemberRow({ member, availability, onOpen, onDeactivate }: MemberRowProps) {
  const { data: user } = useSession()
  const { may } = useRights()
  const today = dayAt(new Date())
  const timeOff = availability?.timeOff.find(({ to }) => to >= today)
  const isOwn = user?.id === member.id
  const { id, name: memberName, email, role, state, granted = [], denied = [] } = member
  const revoking = useAction(() => revokeInvitation(id), {
    ...afterChange,
    success: `${memberName} is not invited any more.`,
  })
  const setting = useAction((active: boolean) => setActive(id, { active }), {
    ...afterChange,
    success: (_, active) => (active ? `${memberName} can sign in again.` : `${memberName} is signed out.`),
  })
  const revoke = async () => {
    const question = {
      title: `Revoke the invitation of ${memberName}?`,
      text: 'The link stops working, and jobs that they are planned for are unassigned. You can invite them again.',
      action: 'Revoke invitation',
      danger: true,
    }
    if (await confirm(question)) revoking.run()
  }
  const deactivate = async () => {
    // a user who cannot give them to others is not asked about them
    const jobCount = may('schedule.all.edit') ? await countPlannedJobs(id).catch(() => null) : 0
    if (jobCount === null)
      return toast({
        title: 'Their jobs could not be counted',
        description: 'Please try again.',
        tone: 'destructive',
      })
    if (jobCount > 0) return onDeactivate(jobCount)
    const question = {
      title: `Deactivate ${memberName}?`,
      text: 'They are signed out at once and cannot sign in until you reactivate them. All that they did stays.',
      action: 'Deactivate',
      danger: true,
    }
    if (await confirm(question)) setting.run(false)
  }
  const details = { label: 'Name and email', icon: Pencil, onSelect: () => onOpen('details') }
  const roleItem = { label: 'Role and rights', icon: ShieldCheck, onSelect: () => onOpen('role') }
  const link = (label: string, icon: typeof Send) => ({ label, icon, onSelect: () => onOpen('link') })
  const ofAccess = isOwn
    ? [details]
    : state === 'invited'
      ? [
          link('Send again', Send),
          roleItem,
          details,
          'line' as const,
          { label: 'Revoke invitation', icon: UserX, danger: true, onSelect: () => void revoke() },
        ]
      : state === 'active'
        ? [
            roleItem,
            details,
            link('Link for a new password', KeyRound),
            'line' as const,
            { label: 'Deactivate', icon: UserX, danger: true, onSelect: () => void deactivate() },
          ]
        : [{ label: 'Reactivate', icon: UserCheck, onSelect: () => setting.run(true) }, roleItem, details]
  const historyItem = { label: 'History', icon: History, onSelect: () => onOpen('history') }
  const ofWork = [
    { label: 'Hours', icon: Clock, onSelect: () => onOpen('hours') },
    { label: 'Time off', icon: CalendarOff, onSelect: () => onOpen('time off') },
  ]
  const items = [
    ...(availability && may('schedule.all.edit') ? ofWork : []),
    ...(may('team') ? [historyItem, ...ofAccess] : []),
  ]
  return (
    <li aria-busy={revoking.pending || setting.pending || undefined}>
      <div>
        <div css={name}>
          {memberName}
          {isOwn && <Badge>You</Badge>}
          {state === 'invited' && (
            <Badge tone="amber">{member.linkValidUntil ? 'Invited' : 'Invited, without a link'}</Badge>
          )}
          {state === 'inactive' && <Badge tone="red">Deactivated</Badge>}
          {timeOff && (
            <Badge tone={timeOff.from <= today ? 'amber' : 'muted'}>Off {daysText(timeOff, today)}</Badge>
          )}
        </div>
        <small>
          {roleLabel(role)}
          {granted.length + denied.length > 0 && ', with rights of their own'}
          {email && ` · ${email}`}
          {availability?.week && ' · hours of their own'}
        </small>
      </div>
      {items.length > 0 && (
        <Menu
          label={memberName}
          trigger={<IconButton label={`Change ${memberName}`} icon={Ellipsis} />}
          items={items}
        />
      )}
    </li>
  )
}
