import { css } from '@emotion/react'
import type { ComponentProps } from 'react'
import { inputStyle, useField } from './fieldContext.ts'
import { TextCount } from './TextCount.tsx'
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

type TextareaProps = ComponentProps<'textarea'> & {
  /** How many characters may be stored. More can be typed, and the count is shown before: nothing pasted is cut. */
  limit?: number
}

/** Several lines of text; grows with what is written. */
export const Textarea = ({ limit, ...props }: TextareaProps) => (
  <>
    <textarea css={[inputStyle, area]} rows={3} {...useField()} {...props} />
    {limit !== undefined && <TextCount limit={limit} />}
  </>
)
