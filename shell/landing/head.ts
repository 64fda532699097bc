import { html } from '@plumbline/platform/html'
import { each, token } from './profile.ts'

/** What the heads of all public pages have in common. */

export const favicon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path d="M20 0v10" stroke="#b94e16" stroke-width="3"/><path d="M16 8h8v5h5v4H11v-4h5zM11 19h18c3 5 2 9 0 12l-9 9-9-9c-2-3-3-7 0-12z" fill="#b94e16"/></svg>',
)}`

export const themeColors = html`
  <meta name="color-scheme" content="light dark">
  <meta name="theme-color" content="#faf8f4" media="(prefers-color-scheme: light)">
  <meta name="theme-color" content="#14191f" media="(prefers-color-scheme: dark)">`

// the closing section is dark in both themes
export const accent = each(
  'accent',
  html`<style>:root{--accent:${token('accent', 'light')};--tint:${token('accent', 'lightTint')};--deep-accent:${token('accent', 'dark')}}@media screen and (prefers-color-scheme:dark){:root{--accent:${token('accent', 'dark')};--tint:${token('accent', 'darkTint')}}}</style>`,
)
