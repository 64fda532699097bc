import type { ServiceIcon } from '@plumbline/business/api'
import { html, type Markup } from '@plumbline/platform/html'

const drawings: Record<ServiceIcon, Markup> = {
  hammer: html`<g transform="rotate(38 24 24)"><path class="tint" d="M21.4 17.5h5.2l.9 24a3.5 3.5 0 0 1-7 0z"/><path d="M19 8.5h9.5v9H19z"/><path d="M28.5 6.500h5.500v13h-5.500z"/><path d="M19 8.500c-6-.6-10.5 1.5-13.5 7 5-1.9 8.7-1.2 13.5 2z"/></g>`,
  brush: html`<path class="tint" d="M24 3.500c2.6 0 3.6 2 3.6 4.500l1.9 12.500h-11L20.4 8c0-2.5 1-4.5 3.6-4.500z"/><path d="M24 7.500v1.5"/><path d="M14.5 20.500h19v6.500h-19z"/><path d="M14.5 27v14c2.5 2.5 4.2-1.5 6.5-.5s2.7 4.5 5.5 4c2.5-.5 1.9-5 4-5.5 1.6-.4 2 .7 3 .5V27"/><path d="M20.5 27v7M27.5 27v5"/>`,
  drill: html`<path d="M8.5 9.500H28v13H8.500a4 4 0 0 1-4-4v-5a4 4 0 0 1 4-4z"/><path d="M28 11.500l6 2v5l-6 2zM34 16h10.5"/><path class="tint" d="M10.5 22.500L8.5 36h9.800l1.7-9.500h3.500v-4z"/><path d="M5.5 36h16v7.500h-16z"/><path d="M10 13.800h7M10 17.500h7"/>`,
  wrench: html`<g transform="rotate(42 24 24)"><path class="tint" d="M21 19v14.200a6.8 6.8 0 1 0 6 0V19a9 9 0 0 0 5.3-8.200A9 9 0 0 0 28 3.200v7.300l-4 2.5-4-2.500V3.200a9 9 0 0 0-4.3 7.600A9 9 0 0 0 21 19z"/><path d="M24 35.800l2.9 1.700v3.400L24 42.600l-2.9-1.700v-3.400z"/></g>`,
  sprinkler: html`<path d="M18.5 22h11v5h-11zM21.5 27h5v16.500h-5z"/><path class="tint" d="M21 22l1.5-4.500h3L27 22z"/><path d="M24 12.500V5M19 14C16.5 8.5 11 7.5 6 11.500M29 14c2.5-5.5 8-6.5 13-2.5"/><path d="M5 17.500v.1M11 15v.1M43 17.500v.1M37 15v.1M17.5 5v.1M30.5 5v.1"/><path d="M3.5 43.500h41M9 43.500c0-4-1.3-6.5-3.5-8.500M12 43.500c0-5 1.5-8.5 4-10.500M36 43.500c0-5-1.5-8.5-4-10.500M39 43.500c0-4 1.3-6.5 3.5-8.5"/>`,
  rake: html`<g transform="rotate(28 24 24)"><path d="M24 2v23"/><path class="tint" d="M21.5 24h5l3.3 7.500a17 17 0 0 1-11.6 0z"/><path d="M18.2 31.500L10 42.500l-2.5-1M20.3 32.300l-4.5 12-2.5-.5M22.8 32.700L21 45h-2.400M25.2 32.700L27 45h2.400M27.7 32.300l4.5 12 2.5-.5M29.8 31.500L38 42.500l2.5-1"/></g>`,
}

export const serviceIcon = (name: ServiceIcon): Markup =>
  html`<svg class="icon" viewBox="0 0 48 48" aria-hidden="true">${drawings[name]}</svg>`

/** A brass plumb bob: cap, body, point. Drawn from (0,0) down the y axis. */
export const bob = html`<path class="bob-cap" d="M-2.5 0h5v4h3.500v4h-12v-4h3.500z"/><path class="bob-body" d="M-6 8h12c2.5 4 2.5 8 .5 12.500L0 36l-6.5-15.500C-8.5 16-8.5 12-6 8z"/>`

export const logo = html`<svg class="logo" viewBox="0 0 40 40" aria-hidden="true"><path class="logo-line" d="M20 0v9"/><g transform="translate(20 8) scale(.86)">${bob}</g></svg>`

export const star = html`<svg class="star" viewBox="0 0 20 20" aria-hidden="true"><path d="M10 1.800l2.5 5.3 5.8.7-4.3 4 1.2 5.700L10 14.600l-5.2 2.900L6 11.800l-4.3-4 5.8-.7z"/></svg>`

export const phoneIcon = html`<svg class="glyph" viewBox="0 0 20 20" aria-hidden="true"><path d="M6.5 2.500l2 4.3-2 1.700c.9 2.2 2.8 4.1 5 5l1.7-2 4.3 2v3c0 .8-.7 1.5-1.5 1.500C9 18 2 11 2 4c0-.8.7-1.5 1.5-1.500z"/></svg>`

export const closeIcon = html`<svg class="glyph" viewBox="0 0 20 20" aria-hidden="true"><path d="M4.5 4.500l11 11M15.5 4.500l-11 11"/></svg>`
