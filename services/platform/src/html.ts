const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Makes text safe as HTML text and inside quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => escapes[char] as string)

/** Text that already is HTML. Everything else is escaped when it enters a template. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Markup | readonly Markup[] | undefined | false

const render = (value: Value): string => {
  if (value instanceof Markup) return value.text
  if (value === undefined || value === false) return ''
  if (typeof value === 'object') return value.map((part) => part.text).join('')
  return escapeHtml(String(value))
}

export const html = (strings: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(
    strings.reduce((text, string, index) => {
      const value = values[index - 1]
      return text + (value === undefined ? '' : render(value)) + string
    }),
  )
