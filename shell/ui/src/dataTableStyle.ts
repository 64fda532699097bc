import { css } from '@emotion/react'
import { color, layer, motion, radius, space, text } from './tokens.ts'

/**
 * A card for each row, by the room the table has: beside the sidebar a tablet has little. Where fingers need large buttons,
 * a row has no room on a screen that is twice as wide as a phone either.
 */
const asCards = (rules: string) =>
  `@container (max-width: 639px) { ${rules} } @media screen and (max-width: 767px) { ${rules} }`

const tableCards = asCards(`
  &, tbody, td { display: block; }
  border: 0;
  background: none;
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  tbody { display: grid; gap: ${space(2)}; }
  tbody tr {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    grid-auto-flow: row dense;
    gap: ${space(1.5)} ${space(4)};
    align-items: start;
    padding: ${space(3)} ${space(4)};
    border: 1px solid ${color.line};
    border-radius: ${radius.surface};
    background: ${color.surface};
  }
  && tbody tr[data-spacer] { display: block; padding: 0; border: 0; background: none; }
`)

const cellCards = asCards(`
  &&, [data-compact] && { height: auto; min-width: 0; padding: 0; border: 0; }
  && + & { grid-column: 1 / -1; display: flex; justify-content: space-between; align-items: baseline; gap: ${space(4)}; text-align: right; }
  && + &::before { content: attr(data-label); flex: none; color: ${color.muted}; font-size: ${text.sm}; }
  && + &[data-card]::before { content: none; }
  && + &[data-card='plain'] { grid-column: 1; display: block; color: ${color.muted}; text-align: left; }
  && + &[data-card='end'] { grid-column: 2; display: block; }
  && + &[data-card='row'] { justify-content: flex-start; padding-top: ${space(1)}; }
  && + &[data-card='hidden'] { display: none; }
`)

export const frame = css`
  container-type: inline-size;
`

export const table = css`
  width: 100%;
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  border-spacing: 0;
  background: ${color.surface};
  th {
    position: sticky;
    z-index: ${layer.sticky};
    top: var(--sticky-top, 0px);
    padding: ${space(2.5)} ${space(4)};
    border-bottom: 1px solid ${color.line};
    background: ${color.surface};
    color: ${color.muted};
    font-size: ${text.sm};
    font-weight: 500;
    text-align: left;
    white-space: nowrap;
  }
  th:first-of-type { border-top-left-radius: ${radius.surface}; }
  th:last-of-type { border-top-right-radius: ${radius.surface}; }
  [data-align='end'] { text-align: right; font-variant-numeric: tabular-nums; }
  tbody tr { position: relative; transition: background ${motion}; }
  tbody tr:hover { background: ${color.paper}; }
  td:first-of-type > a { color: inherit; font-weight: 600; text-decoration: none; }
  td:first-of-type > a::after { content: ''; position: absolute; inset: 0; }
  td:first-of-type > a:focus-visible { outline: none; }
  td:first-of-type > a:focus-visible::after { outline: 2px solid ${color.accent}; outline-offset: -2px; border-radius: ${radius.control}; }
  td:not(:first-of-type) :is(a, button) { position: relative; z-index: 1; }
  td button { margin-block: -6px; }
  @media print { th { position: static; } [data-label='Actions'] { display: none; } }
  &[data-compact] td { height: 36px; padding-block: ${space(1)}; }
  ${tableCards}
`

export const cell = css`
  height: 44px;
  /* its words may break, but not into letters */
  min-width: 11ch;
  padding: ${space(2)} ${space(4)};
  tr + tr > & { border-top: 1px solid ${color.line}; }
  ${cellCards}
`
