import { html, Markup } from '@plumbline/platform/html'
import { accent, favicon, themeColors } from './head.ts'
import { business, token } from './profile.ts'
import { footer } from './sections/closing.ts'
import { brand, phone } from './sections/opening.ts'

/** What is around a document that a customer opens by a link; the gateway fills in title and content. */
const document = (css: string, script: string): Markup => html`
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${token('page', 'title')} | ${business.name}</title>
  <meta name="robots" content="noindex">
  <meta name="referrer" content="no-referrer">
  ${themeColors}
  <link rel="icon" href="${favicon}">
  <style>${new Markup(css)}</style>${accent}
  <script type="module" src="${script}"></script>
</head>
<body>
  <a class="skip" href="#main">Skip to content</a>
  <header class="site-header"><div class="wrap">${brand}${phone}</div></header>
  <main id="main"><div class="wrap">${token('page', 'body')}</div></main>
  ${footer}
</body>`

export const renderCustomerPage = (css: string, script: string): string =>
  `<!doctype html><html lang="en">${document(css, script).text}</html>\n`.replace(/\s*\n\s*/g, '\n')
