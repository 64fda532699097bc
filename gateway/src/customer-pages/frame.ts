import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml, html, Markup } from '@plumbline/platform/html'
import type { CustomerPage } from '@plumbline/platform/schemas'
import type { Response } from 'express'
import { type LandingContent, stylesIn, textGroups } from '../pages/landing.ts'
import { fillTemplate } from '../pages/template.ts'
import { contentSecurityPolicy } from '../security/headers.ts'

/** A form of a page that was refused: what was typed, and why. */
export type SentForm = { values: Readonly<Record<string, string>>; notice: string }

/** A page of a customer in the frame of the business, with its logo and colors. */
export function renderCustomerPage(
  template: string,
  content: LandingContent,
  page: CustomerPage,
  form: SentForm = { values: {}, notice: '' },
): string {
  const escapeText = escapeHtml
  // what a form of the page had in it; all else of its body is filled in already
  const typed = (name: string) => escapeHtml(form.values[name] ?? '')
  const notice = form.notice ? html`<p class="notice" role="alert">${form.notice}</p>` : new Markup('')
  const body = notice.text + fillTemplate(page.body, { groups: { form: typed }, escapeText })
  return fillTemplate(template, {
    groups: {
      ...textGroups(content, escapeText),
      page: (name) => ({ title: escapeHtml(page.title), body })[name],
    },
    lists: {
      // unless there is a logo
      plumbBob: [{}],
      ...content.lists,
    },
    isSaid: (name) => Boolean(content.business[name as keyof LandingContent['business']]),
    escapeText,
  })
}

/**
 * The same page for a member: its links and choices lead below another path, and what its forms send is disabled and in no form, so
 * that nothing can be sent, with a script or without. What people wrote is escaped and cannot look like an attribute or a form.
 */
export function readOnlyPage({ title, body }: CustomerPage, root: string, notice: string): CustomerPage {
  const shown = body
    .replace(/ (href|action)="\/c\//g, ` $1="${root}/`)
    .replace(
      /<form method="post"[^>]*>(.*?)<\/form>/gs,
      (_, fields: string) => `<fieldset class="form" disabled>${fields}</fieldset>`,
    )
  return { title, body: html`<p class="notice viewer" role="note">${notice}</p>`.text + shown }
}

export async function sendCustomerPage(
  res: Response,
  root: string,
  content: LandingContent,
  page: CustomerPage,
  form?: SentForm,
): Promise<void> {
  const file = await readFile(join(root, 'shell', 'dist', 'landing', 'customer.html'), 'utf8')
  const document = renderCustomerPage(file, content, page, form)
  res.set('Content-Security-Policy', contentSecurityPolicy(stylesIn(document)))
  res.type('html').send(document)
}

/** The name of the business and its telephone number are in the frame. */
const plainPage = (title: string, sentence: string): CustomerPage => ({
  title,
  body: html`<h1>${title}</h1>
    <p>${sentence}</p>`.text,
})

/** The same for every link that opens nothing, so that it says nothing of customers and documents. */
export const deadLinkPage = plainPage('This link does not work any more', 'Please ask us for a new one.')

export const refusalPage = (sentence: string) => plainPage('That did not work', sentence)
