import { css } from '@emotion/react'
import { type PaymentMethod, paymentMethodLabels, paymentMethods } from '@plumbline/billing/api'
import { Button, color, space, text } from '@plumbline/ui'
import { Check } from 'lucide-react'

const methods = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  border: 0;
  legend { padding: 0; margin-bottom: ${space(1.5)}; font-weight: 600; font-size: ${text.sm}; }
`

const chosen = css`
  border-color: ${color.accent};
  background: ${color.accentTint};
`

type PaidByProps = {
  /** Null while it is not paid. */
  value: PaymentMethod | null
  disabled: boolean
  onChange: (method: PaymentMethod | null) => void
}

/** How an invoice is paid as it is created; another press of the method takes it back. */
export const PaidBy = ({ value, disabled, onChange }: PaidByProps) => (
  <fieldset css={methods}>
    <legend>Paid by</legend>
    {paymentMethods.map((it, index) => (
      <Button
        key={it}
        css={[{ flex: '1 0 28%', minHeight: 44 }, it === value && chosen]}
        data-autofocus={index === 0 || undefined}
        aria-pressed={it === value}
        disabled={disabled}
        onClick={() => onChange(it === value ? null : it)}
      >
        {it === value && <Check size={16} aria-hidden />}
        {paymentMethodLabels[it]}
      </Button>
    ))}
  </fieldset>
)

/** In a sentence: names of services keep their capitals. */
const nameOf = {
  ...paymentMethodLabels,
  cash: 'cash',
  credit_card: 'credit card',
}

/** @example submitLabelOf('cash', '$537.25') // 'Create invoice, paid $537.25 by cash' */
export const submitLabelOf = (method: PaymentMethod | null, total: string): string =>
  method ? `Create invoice, paid ${total} by ${nameOf[method]}` : 'Create invoice, unpaid'
