import { css } from '@emotion/react'
import { phone, space } from '@plumbline/ui'

/** Where the banner is, also while its code loads. */
export const bannerPlace = css`
  height: 32px;
  margin-bottom: ${space(4)};
  ${phone} { height: 24px; margin: -${space(1)} 0 ${space(1)}; }
  @media print { display: none; }
`
