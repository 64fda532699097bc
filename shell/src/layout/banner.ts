import { css } from '@emotion/react'
import { color, space } from '@plumbline/ui'

/** A line above the page about the state of the whole product. */
export const banner = css`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  margin-bottom: ${space(5)};
  padding: ${space(2.5)} ${space(4)};
  border: 1px solid ${color.amber};
  border-radius: 6px;
  color: ${color.amber};
  font-weight: 600;
  svg { flex: none; }
`
