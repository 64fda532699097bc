import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '@plumbline/platform/html'
import type { Response } from 'express'
import type { PageBusiness } from '../api.ts'
import { contentSecurityPolicy } from '../security/headers.ts'
import type { PageContent } from './content.ts'
import { type Filling, fillTemplate } from './template.ts'

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

const jsonText = (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c')

/** Texts for a template, by group and name, escaped for their place. */
export const textGroups = (
  { business, texts }: LandingContent,
  escapeText: (text: string) => string,
): Filling['groups'] =>
  Object.fromEntries(
    Object.entries({ ...texts, business: { ...business } as Record<string, string> }).map(([name, group]) => [
      name,
      (field) => {
        const text = group[field]
        return text === undefined ? undefined : escapeText(text)
      },
    ]),
  )

const formGroups = (
  { key, values, errors, notice, receipt }: FormState,
  open: boolean,
): Filling['groups'] => ({
  form: (name) =>
    name === 'open' ? (open ? ' open' : '') : escapeHtml({ ...values, key, notice, receipt }[name] ?? ''),
  error: (name) => escapeHtml(errors[name] ?? ''),
  invalid: (name) => (errors[name] ? ' aria-invalid="true"' : ''),
})

const emptyForm = (): FormState => ({ key: randomUUID(), values: {}, errors: {}, notice: '', receipt: '' })

const structuredData = /(?<=<script type="application\/ld\+json">)(.*?)(?=<\/script>)/s

/** A JSON document without its empty texts and lists. */
const compactJson = (json: string): string =>
  JSON.stringify(JSON.parse(json), (_, value) =>
    value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value,
  ).replaceAll('<', '\\u003c')

/** What the landing page shows, with the address that people use. */
export type LandingContent = Omit<PageContent, 'business'> & { business: PageBusiness }

/** The landing page of a business, with the form that was sent, if any. */
export function renderLanding(html: string, content: LandingContent, sent?: FormState): string {
  const { business, lists } = content
  const form = sent ?? emptyForm()
  const fillingFor = (escapeText: Filling['escapeText']): Filling => ({
    groups: {
      ...textGroups(content, escapeText),
      ...formGroups(form, sent?.receipt === ''),
    },
    lists: {
      // unless there is a logo
      plumbBob: [{}],
      ...lists,
      options: (lists.options ?? []).map((option) => ({
        ...option,
        chosen: option.value === form.values.serviceNeeded ? ' selected' : '',
      })),
    },
    isSaid: (name) => Boolean(business[name as keyof PageBusiness]),
    escapeText,
  })
  const [before = '', json, after = ''] = html.split(structuredData)
  const fill = (part: string) => fillTemplate(part, fillingFor(escapeHtml))
  return json === undefined
    ? fill(before)
    : fill(before) + compactJson(fillTemplate(json, fillingFor(jsonText))) + fill(after)
}

const tokensOf = (theme: 'light' | 'dark') =>
  `--accent:{{accent.${theme}}};--accentStrong:{{accent.${theme}Strong}};--accentTint:{{accent.${theme}Tint}}`
// each of its rules has to be stronger than that of `shell/ui` which it overrides
const accentTemplate = `{{each.accent}}<style>:root:root{${tokensOf('light')}}\
@media (prefers-color-scheme:dark){:root:root:not([data-theme=light]){${tokensOf('dark')}}}\
:root:root[data-theme=dark]{${tokensOf('dark')}}\
@media print{:root:root:root:root{${tokensOf('light')}}}</style>{{end.accent}}`

/** The colours of the application where the business has one; the landing page has its own in its template. */
export const accentStyle = ({ lists }: Pick<PageContent, 'lists'>): string =>
  fillTemplate(accentTemplate, { groups: {}, lists, escapeText: escapeHtml })

/** The style elements of a document, each of which its policy allows by its hash. */
export const stylesIn = (html: string): string[] =>
  [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map((match) => match[1] as string)

/** Sends the landing page. */
export async function sendLanding(
  res: Response,
  root: string,
  content: LandingContent,
  form?: FormState,
): Promise<void> {
  const file = await readFile(join(root, 'shell', 'dist', 'landing', 'index.html'), 'utf8')
  const html = renderLanding(file, content, form)
  res.set({ 'Content-Security-Policy': contentSecurityPolicy(stylesIn(html)), 'Cache-Control': 'no-store' })
  res.type('html').send(html)
}

/** Search engines index the landing page alone. Calendars subscribe only where this allows it, such as Google's. */
export const robotsTxt = (url: string) =>
  `User-agent: *\nAllow: /$\nAllow: /assets/\nAllow: /api/calendar/\nDisallow: /\nSitemap: ${url}/sitemap.xml\n`
export const sitemapXml = (url: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${escapeHtml(url)}/</loc></url></urlset>\n`
