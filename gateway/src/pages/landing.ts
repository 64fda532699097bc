import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '@plumbline/platform/html'
import type { Response } from 'express'
import type { PageBusiness } from '../api.ts'
import { contentSecurityPolicy } from '../security/headers.ts'

/** The estimate form of the landing page, as it is shown after it was sent without a script. */
export type FormState = {
  /** Idempotency key of the form: the same page with the same values is one request. */
  key: string
  values: Readonly<Record<string, string>>
  /** By field. */
  errors: Readonly<Record<string, string>>
  /** Shown above the form. */
  notice: string
  /** Shown on the page in place of the form, once it was sent. */
  receipt: string
}

type Groups = Record<string, (name: string) => string>

/** Replaces `{{group.name}}`; groups answer text that is escaped for its place. */
export const fillTemplate = (html: string, groups: Groups): string =>
  html.replace(/\{\{(\w+)\.([\w-]+)\}\}/g, (token, group, name) => groups[group]?.(name) ?? token)

const jsonText = (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c')

/** The business profile for a template, escaped for its place. */
export const businessGroup =
  (business: PageBusiness, escapeText: (text: string) => string): Groups[string] =>
  (name) =>
    name in business ? escapeText(business[name as keyof PageBusiness]) : `{{business.${name}}}`

const formGroups = ({ key, values, errors, notice, receipt }: FormState, open: boolean): Groups => ({
  form: (name) =>
    name === 'open' ? (open ? ' open' : '') : escapeHtml({ ...values, key, notice, receipt }[name] ?? ''),
  error: (name) => escapeHtml(errors[name] ?? ''),
  invalid: (name) => (errors[name] ? ' aria-invalid="true"' : ''),
  chosen: (name) => (values.serviceNeeded === name ? ' selected' : ''),
})

const emptyForm = (): FormState => ({ key: randomUUID(), values: {}, errors: {}, notice: '', receipt: '' })

const structuredData = /(<script type="application\/ld\+json">)(.*?)(<\/script>)/gs

const where = /\{\{where\.(\w+)\}\}(.*?)\{\{end\.\1\}\}/gs

/** Without the parts about what nothing is said of. */
const applicable = (html: string, business: PageBusiness): string =>
  html.replace(where, (_, name, content) => (business[name as keyof PageBusiness] ? content : ''))

/** A JSON document without its empty texts. */
const compactJson = (json: string): string =>
  JSON.stringify(JSON.parse(json), (_, value) => (value === '' ? undefined : value)).replaceAll(
    '<',
    '\\u003c',
  )

/** The landing page of a business, with the form that was sent, if any. */
export const renderLanding = (html: string, business: PageBusiness, form?: FormState): string =>
  fillTemplate(
    applicable(html, business).replace(
      structuredData,
      (_, start, json, end) =>
        start + compactJson(fillTemplate(json, { business: businessGroup(business, jsonText) })) + end,
    ),
    {
      business: businessGroup(business, escapeHtml),
      ...formGroups(form ?? emptyForm(), form?.receipt === ''),
    },
  )

/** Sends the landing page; its one style element is allowed by its hash. */
export async function sendLanding(
  res: Response,
  root: string,
  business: PageBusiness,
  form?: FormState,
): Promise<void> {
  const file = await readFile(join(root, 'shell', 'dist', 'landing', 'index.html'), 'utf8')
  const html = renderLanding(file, business, form)
  const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map((match) => match[1] as string)
  res.set({ 'Content-Security-Policy': contentSecurityPolicy(styles), 'Cache-Control': 'no-store' })
  res.type('html').send(html)
}

/** Search engines index the landing page alone. Calendars subscribe only where this allows it, such as Google's. */
export const robotsTxt = (url: string) =>
  `User-agent: *\nAllow: /$\nAllow: /assets/\nAllow: /api/calendar/\nDisallow: /\nSitemap: ${url}/sitemap.xml\n`
export const sitemapXml = (url: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${escapeHtml(url)}/</loc></url></urlset>\n`
