import { FormDialog, useForm } from '@plumbline/contract/form'
import { MemberActive } from '@plumbline/identity/api'
import { Field, Select } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { afterChange, type Member, membersQuery, setActive, waitUntilPassedOn } from './teamCalls.ts'

const jobs = (count: number) => (count === 1 ? '1 job' : `${count} jobs`)

type DeactivateDialogProps = { member: Member; jobCount: number; onClose: () => void }

/** Deactivates a member who is planned for jobs, and asks who does them. */
export function DeactivateDialog({ member, jobCount, onClose }: DeactivateDialogProps) {
  const { data: members = [] } = useQuery(membersQuery())
  const others = members.filter(({ id, state }) => id !== member.id && state !== 'inactive')
  const form = useForm(MemberActive, {
    defaults: { active: false, jobsGoTo: null },
    send: async (values) => {
      const answer = await setActive(member.id, values)
      await waitUntilPassedOn(member.id)
      return answer
    },
    ...afterChange,
    refetch: [...afterChange.refetch, ['appointments']],
    success: () => `${member.name} is signed out.`,
    onDone: onClose,
  })
  return (
    <FormDialog form={form} onClose={onClose} title={`Deactivate ${member.name}?`} submitLabel="Deactivate">
      <p>
        They are signed out at once and cannot sign in until you reactivate them. All that they did stays.
      </p>
      <Field
        label={`Who does the ${jobs(jobCount)} that they are planned for?`}
        hint="Whoever else is on a job stays on it."
        {...form.error('jobsGoTo')}
      >
        <Select
          value={String(form.watch('jobsGoTo') ?? '')}
          onChange={({ target }) => form.set('jobsGoTo', target.value ? Number(target.value) : null)}
          options={[
            { value: '', label: 'Nobody yet' },
            ...others.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      </Field>
    </FormDialog>
  )
}
