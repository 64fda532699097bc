import { html } from '@plumbline/platform/html'
import { phoneIcon } from '../icons.ts'
import { business, each, token } from '../profile.ts'

// each is there only where the business has set something of it

const hours = html`
<div>
  <dt>Hours</dt>
  <dd><ul class="hours">${each('days', html`<li><span>${token('days', 'days')}</span> ${token('days', 'time')}</li>`)}</ul></dd>
</div>`

const fact = html`
<div>
  <dt>${token('facts', 'label')}</dt>
  <dd>${token('facts', 'text')}</dd>
</div>`

export const details = each(
  'details',
  html`
<section class="band" aria-labelledby="details-title">
  <div class="wrap split">
    <h2 id="details-title">Good to Know</h2>
    <dl class="facts">${each('hours', hours)}${each('facts', fact)}</dl>
  </div>
</section>`,
)

const voice = html`
<li><blockquote>${token('voices', 'text')}</blockquote><p>${token('voices', 'name')}</p></li>`

export const reviews = each(
  'reviews',
  html`
<section class="band" aria-labelledby="reviews-title">
  <div class="wrap split">
    <h2 id="reviews-title">What Customers Say</h2>
    <ul class="voices">${each('voices', voice)}</ul>
  </div>
</section>`,
)

// below everything that is seen at first, so that no photo is loaded before it is near
const picture = html`
<li><img src="${token('pictures', 'address')}" width="${token('pictures', 'width')}" height="${token('pictures', 'height')}" alt="${token('pictures', 'alt')}" loading="lazy" decoding="async"></li>`

export const photos = each(
  'photos',
  html`
<section class="band" aria-labelledby="photos-title">
  <div class="wrap split">
    <h2 id="photos-title">Finished Work</h2>
    <ul class="photos">${each('pictures', picture)}</ul>
  </div>
</section>`,
)

const answer = html`
<details>
  <summary>${token('answers', 'question')}</summary>
  <p>${token('answers', 'answer')}</p>
</details>`

export const questions = each(
  'questions',
  html`
<section aria-labelledby="questions-title">
  <div class="wrap split">
    <h2 id="questions-title">Questions and Answers</h2>
    <div class="answers">${each('answers', answer)}</div>
  </div>
</section>`,
)

/** In reach of a thumb, wherever the page is. */
export const callBar = each(
  'callBar',
  html`
<nav class="call-bar" aria-label="Call"><a class="button primary" href="${business.phoneHref}">${phoneIcon}Call ${business.phone}</a></nav>`,
)
