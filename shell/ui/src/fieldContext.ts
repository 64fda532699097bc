import { css } from '@emotion/react'
import { createContext, use } from 'react'
import { color, motion, phone, radius, space } from './tokens.ts'

type FieldOf = {
  id?: string
  required?: boolean
  'aria-invalid'?: true
  'aria-describedby'?: string
}

export const FieldContext = createContext<FieldOf>({})

/** What the field around a control says of it: its id, its hint and its error. */
export const useField = (): FieldOf => use(FieldContext)

export const inputStyle = css`
  width: 100%;
  min-height: 40px;
  padding: 0 ${space(3)};
  border: 1px solid ${color.control};
  border-radius: ${radius.control};
  background: ${color.surface};
  transition: border-color ${motion};
  &::placeholder { color: ${color.muted}; opacity: 1; }
  &:hover:not(:disabled) { border-color: ${color.ink}; }
  &:focus-visible { outline-offset: -1px; border-color: ${color.accent}; }
  &[aria-invalid='true'] { border-color: ${color.red}; }
  &:disabled, &:read-only:not(select) { background: ${color.sunken}; color: ${color.muted}; border-color: ${color.line}; }
  &:disabled { cursor: default; opacity: 1; }
  ${phone} { min-height: 44px; font-size: 16px; }
`
