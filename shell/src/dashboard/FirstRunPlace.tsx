import { css } from '@emotion/react'
import { phone, space, surface } from '@plumbline/ui'
import { isDemonstration } from '../site.ts'

/** Where the five steps have no place beside each other. */
export const oneBelowTheOther = '@media (max-width: 1340px)'

/** As high as the card with its five steps. */
export const firstRunPlace = css`
  min-height: 143px;
  margin-bottom: ${space(5)};
  ${oneBelowTheOther} { min-height: 314px; }
  ${phone} { min-height: 447px; }
  &[data-demonstration] { min-height: 166px; }
  &[data-demonstration] { ${oneBelowTheOther} { min-height: 314px; } ${phone} { min-height: 491px; } }
  @media print { display: none; }
`

/** The card while it loads. */
export const FirstRunPlace = () => (
  <div css={[surface, firstRunPlace]} data-demonstration={isDemonstration() || undefined} aria-busy />
)
