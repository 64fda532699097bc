import { html, Markup } from '@plumbline/platform/html'
import { accent, favicon, themeColors } from './head.ts'
import { business, each, inArea, token } from './profile.ts'
import { closing, expectations, footer } from './sections/closing.ts'
import { callBar, details, photos, questions, reviews } from './sections/details.ts'
import { estimateDialog, notifications } from './sections/estimateDialog.ts'
import { header, hero } from './sections/opening.ts'
import { rates } from './sections/rates.ts'
import { serviceGrid } from './sections/services.ts'

const description = `Professional ${token('opening', 'trade')}${inArea.text}. ${token('rates', 'hour')} per hour, a free estimate and a detailed quote within 24 hours.`

/** What a message that links here shows; beside the script. */
export const preview = 'preview.png'

// for search engines; prices and hours are those of the page
const structured = {
  '@context': 'https://schema.org',
  '@type': 'HomeAndConstructionBusiness',
  name: business.name,
  description,
  url: `${business.url}/`,
  image: `${business.url}/assets/landing/${preview}`,
  telephone: business.phone,
  email: business.email,
  foundingDate: business.founded,
  areaServed: business.area,
  priceRange: `${token('rates', 'hour')} per hour`,
  paymentAccepted: token('payment', 'methods'),
}
const offer = {
  '@type': 'Offer',
  itemOffered: {
    '@type': 'Service',
    name: token('services', 'title'),
    description: token('services', 'blurb'),
  },
}
const openingHours = each('openingHours', new Markup(`"${token('openingHours', 'text')}"`), ',').text
const structuredJson = JSON.stringify(structured).replace(
  /}$/,
  `,"openingHours":[${openingHours}],"makesOffer":[${each('services', new Markup(JSON.stringify(offer)), ',').text}]}`,
)

const head = (css: string, detailCss: string, script: string): Markup => html`
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${business.name}: ${token('opening', 'trade')} and free estimates</title>
  <meta name="description" content="${description}">
  ${themeColors}
  <meta property="og:type" content="website">
  <meta property="og:title" content="${business.name}">
  <meta property="og:description" content="${description}">
  <meta property="og:url" content="${business.url}">
  <meta property="og:site_name" content="${business.name}">
  <meta property="og:image" content="${business.url}/assets/landing/${preview}">
  <meta property="og:image:width" content="1200">
  <meta property="og:image:height" content="630">
  <meta property="og:image:alt" content="A pegboard with every tool in its place">
  <meta name="twitter:card" content="summary_large_image">
  <link rel="canonical" href="${business.url}">
  <link rel="icon" href="${favicon}">
  <style>${new Markup(css)}</style>${each('more', html`<style>${new Markup(detailCss)}</style>`)}${accent}
  <script type="application/ld+json">${new Markup(structuredJson)}</script>
  <script type="module" src="${script}"></script>
</head>`

const body = html`
<body>
  <a class="skip" href="#main">Skip to content</a>
  ${header}
  <main id="main">
    ${hero}
    ${serviceGrid}
    ${rates}
    ${expectations}${details}${photos}${questions}${reviews}
    ${closing}
  </main>
  ${footer}${callBar}
  ${estimateDialog}
  ${notifications}
</body>`

/** The whole document. Line breaks and indentation fold into one space, which no text here depends on. */
export const renderPage = (css: string, detailCss: string, script: string): string =>
  `<!doctype html><html lang="en">${head(css, detailCss, script).text}${body.text}</html>\n`.replace(
    /\s*\n\s*/g,
    '\n',
  )
