import { css } from '@emotion/react'
import { formatDay } from '@plumbline/contract'
import type { Customer, CustomerFieldName } from '@plumbline/crm/api'
import { Button, color, phone, radius, space, text } from '@plumbline/ui'
import { ArrowLeftRight } from 'lucide-react'
import { useId } from 'react'
import { fullName } from '../customers/customer.ts'
import { differences, type MergePair } from './merge.ts'

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

const note = css`
  padding: ${space(3)} ${space(4)};
  border-radius: ${radius.control};
  background: ${color.sunken};
  color: ${color.muted};
`

type MergeChoicesProps = {
  pair: MergePair
  /** The fields whose value comes from the duplicate. */
  fromDuplicate: readonly CustomerFieldName[]
  onChange: (fromDuplicate: CustomerFieldName[]) => void
  onSwap: () => void
}

/** Two records side by side: which one stays, its values after the merge, and what moves to it. */
export function MergeChoices({ pair, fromDuplicate, onChange, onSwap }: MergeChoicesProps) {
  const id = useId()
  const { survivor, duplicate } = pair
  const choose = (field: CustomerFieldName, isFromDuplicate: boolean) => {
    const others = fromDuplicate.filter((it) => it !== field)
    onChange(isFromDuplicate ? [...others, field] : others)
  }
  return (
    <>
      <div css={sides}>
        <MergeSide label="Keep" customer={survivor} />
        <Button onClick={onSwap} aria-label={`Swap: keep ${fullName(duplicate)}`}>
          <ArrowLeftRight size={16} aria-hidden />
          Swap
        </Button>
        <MergeSide label="Merge into it" customer={duplicate} />
      </div>
      {differences(pair).map(({ name, label, ...values }) => (
        <fieldset key={name} css={choice}>
          <legend>{label}</legend>
          {(['survivor', 'duplicate'] as const).map((side) => (
            <label key={side}>
              <input
                type="radio"
                name={`${id}-${name}`}
                checked={fromDuplicate.includes(name) === (side === 'duplicate')}
                onChange={() => choose(name, side === 'duplicate')}
              />
              {values[side] || <i>None</i>}
            </label>
          ))}
        </fieldset>
      ))}
      <p css={note}>
        Appointments, invoices, messages, history and the notes of both are kept. Old links to #{duplicate.id}{' '}
        open #{survivor.id}.
      </p>
    </>
  )
}

const MergeSide = ({ label, customer }: { label: string; customer: Customer }) => (
  <div>
    <span>{label}</span>
    <b>{fullName(customer)}</b>
    <span>
      #{customer.id}, customer since {formatDay(customer.createdAt)}
    </span>
  </div>
)
