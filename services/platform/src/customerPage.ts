import { html, Markup } from './html.ts'
import type { CustomerPage } from './schemas.ts'

export { html, Markup } from './html.ts'

/**
 * What pages for customers are made of: HTML without styles and scripts of their own, which the gateway shows in the frame of
 * the business. Everything is escaped that is not `Markup`. It reads well on a phone, in one column.
 */

type Text = string | Markup

/** A document as a page; opening it is reported once a person sees it. */
export const documentPage = (title: string, ...parts: readonly Text[]): CustomerPage => ({
  title,
  body: html`<article data-document>${parts.map((part) => html`${part}`)}</article>`.text,
})

/** What a reader has to know first, such as 'Paid'. `done`: as it should be; `over`: nothing will come of it any more. */
export const state = (text: string, tone: 'open' | 'done' | 'over' = 'open') =>
  html`<p class="state ${tone}">${text}</p>`

/** Labels and what they say; one that says nothing is left out. */
export const facts = (entries: Readonly<Record<string, Text | null | undefined>>): Markup => {
  const said = Object.entries(entries).filter(([, text]) => Boolean(text))
  return html`<dl class="facts">${said.map(
    ([label, text]) => html`<div><dt>${label}</dt><dd>${text as Text}</dd></div>`,
  )}</dl>`
}

export type AmountRow = { text: string; detail?: string | undefined; amount: string; isTotal?: boolean }

const amountRow = ({ text, detail, amount, isTotal }: AmountRow) =>
  html`<tr${isTotal ? new Markup(' class="total"') : ''}><th scope="row">${text}${
    detail ? html`<small>${detail}</small>` : ''
  }</th><td class="money">${amount}</td></tr>`

/** Lines with an amount each, and their sums. */
export const amounts = (
  label: string,
  lines: readonly AmountRow[],
  sums: readonly AmountRow[] = [],
): Markup =>
  html`<table class="amounts" aria-label="${label}"><tbody>${lines.map(amountRow)}</tbody>${
    sums.length > 0 && html`<tfoot>${sums.map(amountRow)}</tfoot>`
  }</table>`

export const section = (title: string, ...parts: readonly Text[]): Markup =>
  html`<section><h2>${title}</h2>${parts.map((part) => html`${part}`)}</section>`

/** Text with its line breaks. */
export const paragraph = (text: string) => html`<p class="lines">${text}</p>`

/** Of links and buttons; the first is the one that matters. */
export const actions = (...parts: readonly Markup[]) => html`<p class="actions">${parts}</p>`
export const linkButton = (text: string, path: string, isPrimary = false) =>
  html`<a class="button${isPrimary ? ' primary' : ''}" href="${path}">${text}</a>`
/** Shown where there is a script, which it needs. */
export const printButton = html`<button class="button" type="button" data-print hidden>Print</button>`

/** A form that works without a script. Its action is a POST of the service below the page's own path. */
export const form = (path: string, button: string, ...fields: readonly Markup[]): Markup =>
  formWith('button', path, button, fields)

/** The one that matters on its page. */
export const mainForm = (path: string, button: string, ...fields: readonly Markup[]): Markup =>
  formWith('button primary', path, button, fields)

const formWith = (look: string, path: string, button: string, fields: readonly Markup[]): Markup =>
  html`<form method="post" action="${path}">${fields}<button class="${look}" type="submit">${button}</button></form>`

/** A form that shows the page again with what was chosen; it changes nothing. */
export const choiceForm = (path: string, button: string, ...fields: readonly Markup[]): Markup =>
  html`<form method="get" action="${path}">${fields}<button class="button primary" type="submit">${button}</button></form>`

/** A text of several lines. What was typed stays when the form is refused. */
export const textField = (name: string, label: string, maxLength: number, isRequired = true): Markup =>
  html`<label for="${name}">${label}</label><textarea id="${name}" name="${name}" rows="4" maxlength="${maxLength}"${isRequired ? new Markup(' required') : ''}>${`{{form.${name}}}`}</textarea>`

/** A full name, in one line. */
export const nameField = (name: string, label: string): Markup =>
  html`<label for="${name}">${label}</label><input id="${name}" name="${name}" autocomplete="name" maxlength="100" required value="${`{{form.${name}}}`}">`

/** Of digits that were sent; a phone offers to fill in those of a text message. Nothing that was typed is shown again. */
export const codeField = (name: string, label: string): Markup =>
  html`<label for="${name}">${label}</label><input id="${name}" name="${name}" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required>`

export const hiddenField = (name: string, value: string | number): Markup =>
  html`<input type="hidden" name="${name}" value="${value}">`

export type Choice = { value: number; text: string; detail?: string; isChosen?: boolean }

/** Of one thing, or of any number of them. */
export const choices = (
  type: 'radio' | 'checkbox',
  name: string,
  label: string,
  all: readonly Choice[],
): Markup =>
  html`<fieldset class="choices"><legend>${label}</legend>${all.map(
    ({ value, text, detail, isChosen }) =>
      html`<label><input type="${type}" name="${name}" value="${value}"${
        type === 'radio' ? new Markup(' required') : ''
      }${isChosen ? new Markup(' checked') : ''}><span>${text}${detail ? html`<small>${detail}</small>` : ''}</span></label>`,
  )}</fieldset>`

/** A place to sign with a finger or a mouse, where there is a script; the field then holds the strokes. Without one a note can stand. */
export const signatureField = (name: string, label: string, withoutScript = ''): Markup =>
  html`${withoutScript && html`<noscript><p>${withoutScript}</p></noscript>`}<div data-signature hidden><p class="label" id="${name}-label">${label}</p><canvas role="img" aria-labelledby="${name}-label"></canvas><button class="button" type="button">Clear</button><input type="hidden" name="${name}"></div>`

/** Strokes as they were drawn: path data of an SVG of 600 by 200 that was checked. */
export const signature = (strokes: string): Markup =>
  html`<svg class="signature" viewBox="0 0 600 200" role="img" aria-label="Signature"><path d="${strokes}"/></svg>`

/** What few readers need, behind its title. */
export const disclosure = (title: string, ...parts: readonly Text[]): Markup =>
  html`<details><summary>${title}</summary>${parts.map((part) => html`${part}`)}</details>`

/** Where the page of a document is, and below it its files and what its forms do. */
export const pagePath = (kind: string, id: number, rest = '') => `/c/${kind}/${id}${rest && `/${rest}`}`
