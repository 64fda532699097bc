import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '@plumbline/platform/html'
import type { Response } from 'express'
import { contentSecurityPolicy } from '../security/headers.ts'
import type { forPages } from './business.ts'

/** What became of an estimate form that was sent without a script. */
export type Filled = {
  /** Same page, same words: same request. */
  key: string
  values: Readonly<Record<string, string>>
  /** By field. */
  errors: Readonly<Record<string, string>>
  /** Said above the form, or in its place once it was sent. */
  notice: string
  sent: boolean
}

type Words = ReturnType<typeof forPages>
type Groups = Record<string, (name: string) => string>

/** Replaces `{{group.name}}`; groups answer text that is safe where it stands. */
export const fill = (html: string, groups: Groups): string =>
  html.replace(/\{\{(\w+)\.([\w-]+)\}\}/g, (token, group, name) => groups[group]?.(name) ?? token)

const jsonText = (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c')
/** The words of the business for a template, made safe for where they stand. */
export const business =
  (words: Words, safely: (text: string) => string): Groups[string] =>
  (name) =>
    name in words ? safely(words[name as keyof Words]) : `{{business.${name}}}`

const dialog = ({ key, values, errors, notice, sent }: Filled, open: boolean): Groups => ({
  form: (name) =>
    name === 'open'
      ? open
        ? ' open'
        : ''
      : escapeHtml({ ...values, key, notice, outcome: sent ? 'sent' : '' }[name] ?? ''),
  error: (name) => escapeHtml(errors[name] ?? ''),
  invalid: (name) => (errors[name] ? ' aria-invalid="true"' : ''),
  chosen: (name) => (values.serviceNeeded === name ? ' selected' : ''),
})

const untouched = (): Filled => ({ key: randomUUID(), values: {}, errors: {}, notice: '', sent: false })

const structured = /(<script type="application\/ld\+json">)(.*?)(<\/script>)/gs

/** The landing page with the words of the business, and what somebody has filled in. */
export const fillLanding = (html: string, words: Words, filled?: Filled): string =>
  fill(
    html.replace(
      structured,
      (_, start, json, end) => start + fill(json, { business: business(words, jsonText) }) + end,
    ),
    { business: business(words, escapeHtml), ...dialog(filled ?? untouched(), filled !== undefined) },
  )

/** Sends it; its one style element is allowed by its hash. */
export async function sendLanding(res: Response, root: string, words: Words, filled?: Filled): Promise<void> {
  const file = await readFile(join(root, 'shell', 'dist', 'landing', 'index.html'), 'utf8')
  const html = fillLanding(file, words, filled)
  const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map((match) => match[1] as string)
  res.set({ 'Content-Security-Policy': contentSecurityPolicy(styles), 'Cache-Control': 'no-store' })
  res.type('html').send(html)
}

/** What search engines are told: the landing page is all there is for them. */
export const robotsTxt = (url: string) =>
  `User-agent: *\nAllow: /$\nAllow: /assets/\nDisallow: /\nSitemap: ${url}/sitemap.xml\n`
export const sitemapXml = (url: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${escapeHtml(url)}/</loc></url></urlset>\n`
