import type { ComponentProps } from 'react'
import { inputStyle, useField } from './fieldContext.ts'

/** A line of text; inside a `Field` it is labelled and described by it. */
export const Input = (props: ComponentProps<'input'>) => <input css={inputStyle} {...useField()} {...props} />
