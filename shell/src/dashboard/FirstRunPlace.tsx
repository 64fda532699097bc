import { css } from '@emotion/react'
import { phone, space, surface } from '@plumbline/ui'

/** Where the five steps have no place beside each other. */
export const oneBelowTheOther = '@media (max-width: 1340px)'

/** As high as the card with its five steps. */
export const firstRunPlace = css`
  min-height: 139px;
  margin-bottom: ${space(5)};
  ${oneBelowTheOther} { min-height: 314px; }
  ${phone} { min-height: 447px; }
  @media print { display: none; }
`

/** The card while it loads. */
export const FirstRunPlace = () => <div css={[surface, firstRunPlace]} aria-busy />
