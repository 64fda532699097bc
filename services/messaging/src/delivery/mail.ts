import { escapeHtml } from '@plumbline/platform/html'

/** Makes a text fit for a subject line: one line, no direction overrides that could disguise it. */
export const subjectLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .trim()
    .slice(0, 200)

/** `long` ones may go over several lines. */
export type Fact = { label: string; value: string; long?: boolean }

const shown = ({ value, long }: Fact) => (long ? value : subjectLine(value))

/** The two bodies of a mail that states facts: plain text, and HTML in which every value is escaped. */
export function factSheet(intro: string, facts: readonly Fact[], link?: Fact) {
  const lines = facts.map((fact) => `${fact.label}: ${shown(fact)}`)
  const rows = facts.map(
    (fact) =>
      `<tr><th align="left" valign="top" style="padding:4px 16px 4px 0;color:#5B6572;font-weight:normal">${escapeHtml(fact.label)}</th><td style="padding:4px 0;white-space:pre-wrap">${escapeHtml(shown(fact))}</td></tr>`,
  )
  const anchor = link
    ? `<p><a href="${escapeHtml(link.value)}" style="color:#B94E16">${escapeHtml(link.label)}</a></p>`
    : ''
  return {
    text: [intro, '', ...lines, ...(link ? ['', `${link.label}: ${link.value}`] : []), ''].join('\n'),
    html: `<!doctype html><meta charset="utf-8"><div style="font:15px/1.5 system-ui,sans-serif;color:#1D2733"><p>${escapeHtml(intro)}</p><table role="presentation">${rows.join('')}</table>${anchor}</div>`,
  }
}

/** The bodies of a mail that says something in sentences, with whom it is from below. */
export function letter(words: string, from?: string) {
  const text = from ? `${words}\n\n${from}` : words
  return {
    text: `${text}\n`,
    html: `<!doctype html><meta charset="utf-8"><div style="font:15px/1.5 system-ui,sans-serif;color:#1D2733;white-space:pre-wrap">${escapeHtml(text)}</div>`,
  }
}
