import { css } from '@emotion/react'

/** A button beside a more important one: where there is little room only its picture is seen. */
export const onlyIcon = css`
  @media (max-width: 999px) {
    && { position: relative; flex: none; min-width: 44px; padding: 0; }
    span { position: absolute; clip-path: inset(50%); }
  }
`
