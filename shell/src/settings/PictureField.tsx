import { css } from '@emotion/react'
import { type PictureUse, pictureAddress } from '@plumbline/business/api'
import { color, Field, radius, space } from '@plumbline/ui'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { addPicture } from './businessCalls.ts'
import { drawPicture, pictureTypes } from './drawPicture.ts'

const chooser = css`
  padding: ${space(1.5)};
  &:read-only:not(select) { background: ${color.surface}; border-color: ${color.control}; }
  &::file-selector-button {
    min-height: 32px;
    margin-right: ${space(3)};
    padding: 0 ${space(3)};
    border: 1px solid ${color.line};
    border-radius: ${radius.control};
    background: ${color.surface};
    color: ${color.ink};
    font: inherit;
    font-weight: 600;
  }
`

type PictureFieldProps = {
  label: string
  hint: string
  use: PictureUse
  /** Of the picture that is chosen; empty for none. */
  hash: string
  onChange: (hash: string) => void
  /** Whether one that was chosen is still being stored. */
  isStoring: boolean
  onStoring: (isStoring: boolean) => void
  error?: string
  required?: boolean
  /** Shows the picture at its address. */
  children: (address: string) => ReactNode
}

/** Chooses a picture, which is drawn and stored at once; what names it is saved with the form. */
export function PictureField({
  use,
  hash,
  onChange,
  isStoring,
  onStoring,
  error,
  children,
  ...field
}: PictureFieldProps) {
  const [problem, setProblem] = useState<string>()
  const add = async (file: File, chooser: HTMLInputElement) => {
    setProblem(undefined)
    onStoring(true)
    try {
      onChange((await addPicture(use, await drawPicture(file, use))).hash)
    } catch (failure) {
      setProblem((failure as Error).message)
      // or the same file could not be chosen again
      chooser.value = ''
    } finally {
      onStoring(false)
    }
  }
  const message = problem ?? error
  return (
    <div css={{ display: 'grid', gap: space(3) }}>
      {hash && children(pictureAddress(use, hash))}
      <Field
        type="file"
        accept={pictureTypes[use]}
        css={chooser}
        aria-busy={isStoring || undefined}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void add(file, target)
        }}
        {...field}
        error={message}
      />
    </div>
  )
}
