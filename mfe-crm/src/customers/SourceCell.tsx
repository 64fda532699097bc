import { css } from '@emotion/react'
import { color, phone, text } from '@plumbline/ui'
import { sourceLabel } from './customer.ts'

// on a card it is next to the buttons
const note = css`
  ${phone} {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    color: ${color.muted};
    font-size: ${text.sm};
  }
`

/** How a person came to the business, in a table. */
export const SourceCell = (person: { source: string }) => <span css={note}>{sourceLabel(person)}</span>
