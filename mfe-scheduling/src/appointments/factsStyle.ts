import { css } from '@emotion/react'
import { color, space } from '@plumbline/ui'

/** Names and values of one record, a line each. */
export const facts = css`
  display: grid;
  grid-template-columns: minmax(110px, auto) minmax(0, 1fr);
  gap: ${space(2)} ${space(5)};
  margin: 0;
  dt { color: ${color.muted}; }
  dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
`
