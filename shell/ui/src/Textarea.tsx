import { css } from '@emotion/react'
import type { ComponentProps } from 'react'
import { inputStyle, useField } from './fieldContext.ts'
import { phone, space } from './tokens.ts'

const area = css`
  display: block;
  min-height: 88px;
  max-height: 50vh;
  padding: ${space(2)} ${space(3)};
  line-height: 1.5;
  resize: vertical;
  field-sizing: content;
  ${phone} { min-height: 88px; }
`

/** Several lines of text; grows with what is written. */
export const Textarea = (props: ComponentProps<'textarea'>) => (
  <textarea css={[inputStyle, area]} rows={3} {...useField()} {...props} />
)
