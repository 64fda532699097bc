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

/** What a reader has to know first, such as 'Paid'. */
export const state = (text: string) => html`<p class="state">${text}</p>`

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
  html`<form method="post" action="${path}">${fields}<button class="button primary" type="submit">${button}</button></form>`

/** A text of several lines. What was typed stays when the form is refused. */
export const textField = (name: string, label: string, maxLength: number): Markup =>
  html`<label for="${name}">${label}</label><textarea id="${name}" name="${name}" rows="4" maxlength="${maxLength}" required>${`{{form.${name}}}`}</textarea>`

/** Where the page of a document is, and below it its files and what its forms do. */
export const pagePath = (kind: string, id: number, rest = '') => `/c/${kind}/${id}${rest && `/${rest}`}`
