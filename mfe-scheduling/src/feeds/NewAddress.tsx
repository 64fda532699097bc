import { css } from '@emotion/react'
import { toast } from '@plumbline/contract'
import { Button, buttonStyle, color, Field, Input, phone, radius, space } from '@plumbline/ui'
import { CalendarPlus, Copy } from 'lucide-react'
import { subscribeTo } from './queries.ts'

const box = css`
  display: grid;
  gap: ${space(4)};
  padding: ${space(4)};
  border: 1px solid ${color.accent};
  border-radius: ${radius.surface};
  background: ${color.accentTint};
  > div:last-of-type { display: flex; flex-wrap: wrap; gap: ${space(2)}; }
  ${phone} { > div:last-of-type > * { flex: 1 1 auto; } }
`

async function copy(address: string) {
  try {
    await navigator.clipboard.writeText(address)
    toast({ title: 'Copied', description: 'Paste it where your calendar asks for an address.' })
  } catch {
    const description = 'Select the address and copy it by hand.'
    toast({ title: 'It could not be copied', description, tone: 'destructive' })
  }
}

/** The one time that a secret address is seen. */
export const NewAddress = ({ address }: { address: string }) => (
  <section css={box} aria-label="New address">
    <Field
      label="Your new address"
      hint="It is shown only this once. Whoever knows it can read your appointments, so keep it to yourself."
    >
      <Input readOnly value={address} onFocus={(event) => event.target.select()} />
    </Field>
    <div>
      <Button onClick={() => void copy(address)}>
        <Copy size={16} aria-hidden />
        Copy
      </Button>
      <a css={buttonStyle()} href={subscribeTo(address)}>
        <CalendarPlus size={16} aria-hidden />
        Open in calendar
      </a>
    </div>
  </section>
)
