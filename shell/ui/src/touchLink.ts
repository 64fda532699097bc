import { css } from '@emotion/react'
import { phone } from './tokens.ts'

/** For a link that is a line of text: on a phone as tall as a finger needs, into the space around it. */
export const touchLink = css`
  ${phone} { display: inline-block; padding: 12px 0; margin: -12px 0; }
`
