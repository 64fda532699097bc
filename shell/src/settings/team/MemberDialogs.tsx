import { css } from '@emotion/react'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { useRights } from '@plumbline/contract/rights'
import {
  Invitation,
  MemberDetails,
  MemberRole,
  rightLabels,
  roleLabel,
  roleLabels,
} from '@plumbline/identity/api'
import { type Right, type Role, rightsOf, roles } from '@plumbline/platform/rights'
import { Checkbox, Disclosure, Field, Select, space } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { rightGroups, roleTexts } from './labels.ts'
import { type OwnRights, toggleRight } from './ownRights.ts'
import { afterChange, changeDetails, changeRole, invite, type Member, membersQuery } from './teamCalls.ts'

/** The roles that may do no more than the viewer, who could not give another. */
function useRoles(current?: string): Role[] {
  const { may } = useRights()
  return roles.filter((role) => role === current || rightsOf({ role }).every(may))
}

const choices = (offered: readonly Role[]) => offered.map((value) => ({ value, label: roleLabels[value] }))

type InviteDialogProps = { onClose: () => void; onInvited: (member: Member) => void }

/** Asks for the new member's data; the link follows. */
export function InviteDialog({ onClose, onInvited }: InviteDialogProps) {
  const offered = useRoles()
  const form = useForm(Invitation, {
    defaults: { username: '', email: '', role: 'worker' },
    send: (values, { key }) => invite(values, key),
    ...afterChange,
    onDone: onInvited,
  })
  return (
    <FormDialog form={form} onClose={onClose} title="Invite to the team" submitLabel="Invite">
      <Field
        label="Name"
        hint="They sign in with it."
        autoComplete="off"
        autoCapitalize="none"
        required
        {...form.field('username')}
      />
      <Field label="Email" type="email" autoComplete="off" required {...form.field('email')} />
      <Field label="Role" hint={roleTexts[form.watch('role')]} {...form.error('role')}>
        <Select {...form.register('role')} options={choices(offered)} />
      </Field>
    </FormDialog>
  )
}

type MemberDialogProps = { member: Member; onClose: () => void }

/** The member as the list has them now. */
function useRecord({ etag = '' }: Member) {
  const queryClient = useQueryClient()
  return { etag, reload: () => queryClient.refetchQueries(membersQuery()) }
}

/** Other names, or another e-mail address. */
export function DetailsDialog({ member, onClose }: MemberDialogProps) {
  const form = useForm(MemberDetails, {
    defaults: { username: member.name, email: member.email ?? '', publicName: member.publicName ?? '' },
    record: useRecord(member),
    send: (_, { changes, ifMatch }) => changeDetails(member.id, changes, ifMatch),
    ...afterChange,
    success: (answer) => `${answer.name} is changed.`,
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Change ${member.name}`}
      submitLabel="Save"
      labels={{ username: 'Name', email: 'Email', publicName: 'Name for customers' }}
    >
      <Field
        label="Name"
        hint="They sign in with it from now on."
        autoComplete="off"
        autoCapitalize="none"
        required
        {...form.field('username')}
      />
      <Field label="Email" type="email" autoComplete="off" required {...form.field('email')} />
      <Field
        label="Name for customers"
        hint="Such as a first name: customers read it of who comes. Left empty, they read nothing."
        autoComplete="off"
        maxLength={60}
        {...form.field('publicName')}
      />
    </FormDialog>
  )
}

const groups = css`
  fieldset { display: grid; margin: 0 0 ${space(4)}; padding: 0; border: 0; min-width: 0; break-inside: avoid; }
  legend { padding: 0; margin-bottom: ${space(1)}; font-weight: 600; }
  @media (min-width: 768px) { columns: 2; }
`

const namesOf = (held: readonly Right[]) => held.map((right) => rightLabels[right]).join(', ')

/** The role of a member, and single rights that are added to it or taken from it. */
export function RoleDialog({ member, onClose }: MemberDialogProps) {
  const { may } = useRights()
  const offered = useRoles(member.role)
  const form = useForm(MemberRole, {
    defaults: {
      role: member.role as Role,
      granted: member.granted ?? [],
      denied: member.denied ?? [],
    },
    record: useRecord(member),
    send: (values, { ifMatch }) => changeRole(member.id, values, ifMatch),
    ...afterChange,
    success: () => `What ${member.name} may do is changed.`,
    onDone: onClose,
  })
  const role = form.watch('role')
  const own: OwnRights = { granted: form.watch('granted') ?? [], denied: form.watch('denied') ?? [] }
  const setOwn = ({ granted, denied }: OwnRights) => {
    form.set('granted', [...granted])
    form.set('denied', [...denied])
  }
  const ofRole = rightsOf({ role })
  const held = rightsOf({ role, ...own })
  const difference = (right: Right) =>
    held.includes(right) === ofRole.includes(right)
      ? undefined
      : held.includes(right)
        ? 'Added to the role'
        : 'Taken from the role'
  const changed = own.granted.length + own.denied.length
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`What ${member.name} may do`}
      submitLabel="Save"
      width="lg"
      labels={{ role: 'Role', granted: 'Added to the role', denied: 'Taken from the role' }}
      format={(name, stored) =>
        name === 'role' ? roleLabel(stored as string) : namesOf(stored as readonly Right[])
      }
    >
      <Field label="Role" hint={roleTexts[role]} {...form.error('role')}>
        <Select
          value={role}
          options={choices(offered)}
          onChange={({ target }) => {
            form.set('role', target.value as Role)
            setOwn({ granted: [], denied: [] })
          }}
        />
      </Field>
      <Disclosure label={`Single rights${changed > 0 ? ` (${changed} of their own)` : ''}`}>
        <div css={groups}>
          {rightGroups.map(({ label, rights }) => (
            <fieldset key={label}>
              <legend>{label}</legend>
              {rights.map((right) => (
                <Checkbox
                  key={right}
                  label={rightLabels[right]}
                  hint={difference(right)}
                  checked={held.includes(right)}
                  disabled={!may(right)}
                  onChange={({ target }) => setOwn(toggleRight(role, own, right, target.checked))}
                />
              ))}
            </fieldset>
          ))}
        </div>
      </Disclosure>
    </FormDialog>
  )
}
