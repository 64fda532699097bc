import { css } from '@emotion/react'
import { appointmentLabels } from '@plumbline/scheduling/api'
import { Checkbox, color, space, text } from '@plumbline/ui'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { useTeam } from './team.ts'

const group = css`
  margin: 0;
  padding: 0;
  border: 0;
  legend { padding: 0; font-weight: 600; font-size: ${text.sm}; }
  > div { display: flex; flex-wrap: wrap; gap: 0 ${space(5)}; }
  p { display: flex; gap: ${space(1.5)}; margin: 0; font-size: ${text.sm}; }
  svg { flex: none; margin-top: 2px; }
`

type AssigneesFieldProps = {
  value: readonly number[]
  onChange: (assigneeIds: number[]) => void
  error?: string | undefined
}

/** Who does a job: one member, a crew, or unassigned. Shown where there is a team. */
export function AssigneesField({ value, onChange, error }: AssigneesFieldProps) {
  const team = useTeam()
  const noteId = useId()
  if (!team) return null
  const former = value.filter((id) => !team.members.some((member) => member.id === id))
  const choices = [...team.members, ...former.map((id) => ({ id, name: team.nameOf(id) }))]
  const toggled = (id: number, isChosen: boolean) =>
    isChosen ? [...value, id].sort((a, b) => a - b) : value.filter((it) => it !== id)
  return (
    <fieldset css={group}>
      <legend>{appointmentLabels.assigneeIds}</legend>
      <div>
        {choices.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={value.includes(id)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error && noteId}
            onChange={({ target }) => onChange(toggled(id, target.checked))}
          />
        ))}
      </div>
      <p id={noteId} css={{ color: error ? color.red : color.muted }}>
        {error && <CircleAlert size={14} aria-hidden />}
        {error ?? (value.length === 0 && 'Nobody yet.')}
      </p>
    </fieldset>
  )
}
