import { css } from '@emotion/react'
import { UsersRound } from 'lucide-react'
import { Button } from './Button.tsx'
import { Callout } from './Callout.tsx'
import { space } from './tokens.ts'

const row = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  align-items: center;
  margin-top: ${space(2)};
  > span { flex: 1 1 200px; overflow-wrap: anywhere; }
  > div { display: flex; gap: ${space(2)}; }
`

type Conflict = { name: string; theirs: unknown }

type ConflictNoticeProps = {
  form: {
    conflicts: readonly Conflict[]
    updated: readonly string[]
    resolve: (conflict: Conflict, keep: 'mine' | 'theirs') => void
  }
  /** What people call the fields. */
  labels: Readonly<Record<string, string>>
  /** A value as people read it, where it is not its own text. */
  format?: (name: string, value: unknown) => string
}

/** Shows, field by field, what another user changed while the form was open. Belongs inside the `<form>`. */
export function ConflictNotice({
  form: { conflicts, updated, resolve },
  labels,
  format = (_, value) => String(value),
}: ConflictNoticeProps) {
  const labelOf = (name: string) => labels[name] ?? name
  const textOf = (conflict: Conflict) => format(conflict.name, conflict.theirs) || 'empty'
  const others = updated.filter((name) => !conflicts.some((it) => it.name === name))
  return (
    <Callout
      icon={<UsersRound size={16} aria-hidden />}
      title="Someone else changed this while you were editing"
    >
      {(conflicts.length > 0 || others.length > 0) && (
        <>
          {conflicts.map((conflict) => (
            <div key={conflict.name} css={row} data-conflict={conflict.name}>
              <span>
                {labelOf(conflict.name)}: <b>{textOf(conflict)}</b>
              </span>
              <div>
                <Button size="sm" onClick={() => resolve(conflict, 'theirs')}>
                  Keep theirs
                </Button>
                <Button size="sm" onClick={() => resolve(conflict, 'mine')}>
                  Use mine
                </Button>
              </div>
            </div>
          ))}
          {others.length > 0 && (
            <p css={{ marginTop: space(1) }}>Updated below: {others.map(labelOf).join(', ')}.</p>
          )}
        </>
      )}
    </Callout>
  )
}
