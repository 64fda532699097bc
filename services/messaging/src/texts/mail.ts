import { escapeHtml } from '@plumbline/platform/html'
import { truncate } from '@plumbline/platform/text'
import type { Sender } from './templates.ts'

const maxSubjectLength = 200

/** Makes a text fit for a subject: one line, without direction overrides that could disguise it. */
export const subjectLine = (text: string): string =>
  truncate(
    text
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
      .trim(),
    maxSubjectLength,
  )

const maxExcerptLength = 60

/** The subject of an email to a customer; without one, the product's name and the beginning of the text. */
export function emailSubject(
  { subject, content }: { subject?: string | null; content: string },
  { product }: Sender,
): string {
  if (subject?.trim()) return subjectLine(subject)
  const line = subjectLine(content)
  const beginning =
    line.length > maxExcerptLength ? `${truncate(line, maxExcerptLength).replace(/\s+\S*$/, '')}…` : line
  return subjectLine(`${product}: ${beginning}`)
}

/** Without a logo and a color a mail has neither picture nor color but that of the product. */
export type Look = {
  logo?: { url: string; name: string; width: number; height: number }
  /** Of links. */
  color?: string
}

const logoHtml = ({ logo }: Look): string =>
  logo
    ? `<p><img src="${escapeHtml(logo.url)}" width="${logo.width}" height="${logo.height}" alt="${escapeHtml(logo.name)}"></p>`
    : ''

/** `long` ones may have several lines. */
export type Fact = { label: string; value: string; long?: boolean }

const factText = ({ value, long }: Fact) => (long ? value : subjectLine(value))

/** The two bodies of a mail that states facts: plain text, and HTML in which every value is escaped. */
export function factSheet(intro: string, facts: readonly Fact[], link?: Fact, look: Look = {}) {
  const lines = facts.map((fact) => `${fact.label}: ${factText(fact)}`)
  const rows = facts.map(
    (fact) =>
      `<tr><th align="left" valign="top" style="padding:4px 16px 4px 0;color:#5B6572;font-weight:normal">${escapeHtml(fact.label)}</th><td style="padding:4px 0;white-space:pre-wrap">${escapeHtml(factText(fact))}</td></tr>`,
  )
  const anchor = link
    ? `<p><a href="${escapeHtml(link.value)}" style="color:${look.color ?? '#B94E16'}">${escapeHtml(link.label)}</a></p>`
    : ''
  return {
    text: [intro, '', ...lines, ...(link ? ['', `${link.label}: ${link.value}`] : []), ''].join('\n'),
    html: `<!doctype html><meta charset="utf-8">${logoHtml(look)}<div style="font:15px/1.5 system-ui,sans-serif;color:#1D2733"><p>${escapeHtml(intro)}</p><table role="presentation">${rows.join('')}</table>${anchor}</div>`,
  }
}

/** The two bodies of a mail that is a text, with its sender below, who may have signed it already. */
export function letter(content: string, signature: string, look: Look = {}) {
  const text = content.trimEnd().endsWith(signature) ? content : `${content}\n\n${signature}`
  return {
    text: `${text}\n`,
    html: `<!doctype html><meta charset="utf-8">${logoHtml(look)}<div style="font:15px/1.5 system-ui,sans-serif;color:#1D2733;white-space:pre-wrap">${escapeHtml(text)}</div>`,
  }
}
