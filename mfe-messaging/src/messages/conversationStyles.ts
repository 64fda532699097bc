import { css } from '@emotion/react'
import { color, phone, space, text } from '@plumbline/ui'

export const pane = css`
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  > header > div { flex: 1; min-width: 0; }
`

export const stream = css`
  flex: 1;
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  min-height: 0;
  margin: 0;
  padding: ${space(5)};
  overflow-y: auto;
  overscroll-behavior: contain;
  list-style: none;
  ${phone} { padding: ${space(4)}; }
`

export const refusal = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  margin: 0;
  padding: ${space(2)} ${space(5)};
  border-top: 1px solid ${color.line};
  background: ${color.amberTint};
  color: ${color.amber};
  font-size: ${text.sm};
  > span { flex: 1 1 200px; }
`
