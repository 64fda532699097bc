import { css } from '@emotion/react'
import { formatDay } from '@plumbline/contract'
import type { Customer } from '@plumbline/crm/api'
import { Button, color, phone, radius, space, text } from '@plumbline/ui'
import { ArrowLeftRight } from 'lucide-react'
import { useId } from 'react'
import { fullName } from './customer.ts'
import { differences, type MergeField } from './merging.ts'

const sides = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
  gap: ${space(3)};
  align-items: center;
  > div { padding: ${space(3)} ${space(4)}; border: 1px solid ${color.line}; border-radius: ${radius.control}; }
  > div:first-of-type { border-color: ${color.accent}; background: ${color.accentTint}; }
  b { display: block; font-weight: 600; overflow-wrap: anywhere; }
  span { color: ${color.muted}; font-size: ${text.sm}; }
  ${phone} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    align-items: stretch;
    > button { grid-area: 2 / 1 / auto / span 2; }
  }
`

const choice = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  border: 0;
  legend { padding: 0; margin-bottom: ${space(1)}; font-weight: 600; font-size: ${text.sm}; }
  label {
    display: flex;
    gap: ${space(2)};
    align-items: center;
    min-height: 44px;
    padding: ${space(2)} ${space(3)};
    border: 1px solid ${color.line};
    border-radius: ${radius.control};
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  label:has(:checked) { border-color: ${color.accent}; background: ${color.accentTint}; }
  label:has(:focus-visible) { outline: 2px solid ${color.accent}; outline-offset: 2px; }
  input { flex: none; accent-color: ${color.accent}; }
  i { color: ${color.muted}; }
`

const moves = css`
  padding: ${space(3)} ${space(4)};
  border-radius: ${radius.control};
  background: ${color.sunken};
  color: ${color.muted};
`

type MergeChoicesProps = {
  stays: Customer
  goes: Customer
  /** The fields whose value comes from the one that goes. */
  taken: readonly MergeField[]
  onTake: (taken: MergeField[]) => void
  onSwap: () => void
}

/** Two records side by side: which one stays, which values it has then, and what moves. */
export function MergeChoices({ stays, goes, taken, onTake, onSwap }: MergeChoicesProps) {
  const name = useId()
  const take = (field: MergeField, yes: boolean) =>
    onTake(yes ? [...taken, field] : taken.filter((it) => it !== field))
  return (
    <>
      <div css={sides}>
        <Side says="Stays" customer={stays} />
        <Button onClick={onSwap} aria-label={`Keep ${fullName(goes)} instead`}>
          <ArrowLeftRight size={16} aria-hidden />
          Swap
        </Button>
        <Side says="Becomes part of it" customer={goes} />
      </div>
      {differences(stays, goes).map((it) => (
        <fieldset key={it.name} css={choice}>
          <legend>{it.label}</legend>
          {[false, true].map((fromOther) => (
            <label key={String(fromOther)}>
              <input
                type="radio"
                name={`${name}-${it.name}`}
                checked={taken.includes(it.name) === fromOther}
                onChange={() => take(it.name, fromOther)}
              />
              {(fromOther ? it.goes : it.stays) || <i>Nothing</i>}
            </label>
          ))}
        </fieldset>
      ))}
      <p css={moves}>
        Appointments, invoices, messages and history move along, and the notes of both are kept. Links to no.{' '}
        {goes.id} lead to no. {stays.id}.
      </p>
    </>
  )
}

const Side = ({ says, customer }: { says: string; customer: Customer }) => (
  <div>
    <span>{says}</span>
    <b>{fullName(customer)}</b>
    <span>
      No. {customer.id}, since {formatDay(customer.createdAt)}
    </span>
  </div>
)
