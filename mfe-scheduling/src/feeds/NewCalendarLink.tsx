import { css } from '@emotion/react'
import { toast } from '@plumbline/contract'
import { Button, buttonStyle, color, copyText, Field, Input, phone, radius, space } from '@plumbline/ui'
import { CalendarPlus, Copy } from 'lucide-react'

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

async function copy(url: string) {
  try {
    await copyText(url)
    toast({ title: 'Copied', description: 'Paste it where your calendar asks for a link.' })
  } catch {
    const description = 'Select the link and copy it by hand.'
    toast({ title: 'Could not copy the link', description, tone: 'destructive' })
  }
}

/** A new link, shown once. */
export const NewCalendarLink = ({ url }: { url: string }) => (
  <section css={box} aria-label="New calendar link">
    <Field
      label="Your new calendar link"
      hint="Copy it now: it is shown only once. Anyone with this link can see your appointments."
    >
      <Input readOnly value={url} onFocus={(event) => event.target.select()} />
    </Field>
    <div>
      <Button onClick={() => void copy(url)}>
        <Copy size={16} aria-hidden />
        Copy
      </Button>
      {/* calendar apps open this scheme */}
      <a css={buttonStyle()} href={url.replace(/^https?:/, 'webcal:')}>
        <CalendarPlus size={16} aria-hidden />
        Open in calendar
      </a>
    </div>
  </section>
)
