import { css, Global } from '@emotion/react'
import { type ColorName, color, dark, font, light, phone, text } from './tokens.ts'

const variables = (theme: Record<ColorName, string>) =>
  Object.entries(theme)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')

// a word or a link of any length, which anybody may send, stays within its place
// an open dialog or drawer is printed alone
// without motion no transition at all: one that only ends at once makes each change, of places and heights, too, a frame late
const styles = css`
  :root, [data-theme='light'] { ${variables(light)} color-scheme: light; }
  @media (prefers-color-scheme: dark) { :root:not([data-theme='light']) { ${variables(dark)} color-scheme: dark; } }
  [data-theme='dark'] { ${variables(dark)} color-scheme: dark; }
  *, *::before, *::after { box-sizing: border-box; }
  html { background: ${color.paper}; -webkit-text-size-adjust: 100%; }
  html[data-modal] { overflow: hidden; }
  html[data-modal] body { padding-right: var(--scrollbar, 0px); }
  body {
    margin: 0;
    background: ${color.paper};
    color: ${color.ink};
    font: ${text.md}/1.5 ${font};
    -webkit-font-smoothing: antialiased;
    overflow-wrap: anywhere;
  }
  ${phone} { body { font-size: ${text.lg}; } }
  h1, h2, h3, p { margin: 0; }
  h1, h2, h3 { line-height: 1.2; letter-spacing: -0.01em; text-wrap: balance; }
  a { color: inherit; }
  button, input, select, textarea { font: inherit; color: inherit; }
  :focus-visible { outline: 2px solid ${color.accent}; outline-offset: 2px; }
  h1:focus { outline: none; }
  ::selection { background: ${color.accent}; color: ${color.onAccent}; }
  @media print {
    :root:root, [data-theme][data-theme] { ${variables(light)} color-scheme: light; }
    html, body { background: none; }
    html[data-modal] body > :not([data-layer]) { display: none; }
    html[data-modal] { overflow: visible; }
    [data-toasts], nav { display: none; }
  }
  @media (prefers-reduced-motion: reduce) {
    *, *::before, *::after { animation-duration: 0.01ms !important; animation-iteration-count: 1 !important; transition: none !important; }
  }
`

/** The ground every screen stands on: type, focus, and both themes, by the system or by `data-theme`. */
export const GlobalStyles = () => <Global styles={styles} />
