import { css } from '@emotion/react'
import { color, radius, space, text } from '@plumbline/ui'

const mark = css`
  padding: 0 ${space(1)};
  border: 1px solid ${color.line};
  border-radius: ${radius.control};
  color: ${color.muted};
  font-size: ${text.xs};
  font-style: normal;
  font-weight: 400;
`

/** Beside what is no fact of this business yet; `title` says why. */
export const SampleMark = ({ title }: { title: string }) => (
  <em css={mark} title={title}>
    sample
  </em>
)
