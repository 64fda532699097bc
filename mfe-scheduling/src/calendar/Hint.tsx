import { css } from '@emotion/react'
import { color, space, text } from '@plumbline/ui'

const hint = css`
  margin-top: ${space(3)};
  color: ${color.muted};
  font-size: ${text.sm};
  kbd {
    padding: 0 ${space(1)};
    border: 1px solid ${color.line};
    border-radius: 4px;
    background: ${color.surface};
    font: inherit;
    font-size: ${text.xs};
  }
  [data-touch] { display: none; }
  @media (hover: none) { [data-touch] { display: inline; } [data-mouse] { display: none; } }
`

/** How things are moved, by hand and by keys. All times are New York's. */
export const Hint = ({ id }: { id: string }) => (
  <p id={id} css={hint}>
    <span data-mouse>
      Drag an appointment to move it, its lower edge to change its length; or <kbd>Alt</kbd> with the arrow
      keys, and <kbd>Shift</kbd> for the length. New York time.
    </span>
    <span data-touch>Hold an appointment to move it, or its lower edge. New York time.</span>
  </p>
)
