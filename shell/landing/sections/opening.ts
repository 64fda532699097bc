import { html } from '@plumbline/platform/html'
import { logo, phoneIcon, star } from '../icons.ts'
import { toolWall } from '../illustration.ts'
import { business, each, inArea, token, where } from '../profile.ts'
import { receipt } from './receipt.ts'

// the plumb bob, unless the business has a logo of its own; its name is beside it
const brandPicture = html`${each('plumbBob', logo)}${each('logo', html`<img src="${token('logo', 'logo')}" width="${token('logo', 'width')}" height="${token('logo', 'height')}" alt="">`)}`

/** The logo, the name and what is said with it. */
export const brand = html`<a class="brand" href="/">
      ${brandPicture}
      <span>
        <strong>${business.name}</strong>
        ${where('tagline', html`<small>${business.tagline}</small>`)}
      </span>
    </a>`

export const phone = html`<a class="phone" href="${business.phoneHref}">${phoneIcon}${business.phone}</a>`

export const header = html`
<header class="site-header">
  <div class="wrap">
    ${brand}
    <nav aria-label="Contact and sign in">
      ${phone}
      <a class="login" href="/api/login">Login</a>
    </nav>
  </div>
</header>`

const rating = html`
<p class="rating">
  <span class="stars">${[star, star, star, star, star]}</span>
  <strong>${business.rating}</strong>
  <span>${business.customers}</span>
</p>`

export const hero = html`
<section class="hero" aria-labelledby="hero-title">
  <div class="wrap">
    <div class="pitch">
      <h1 id="hero-title">${token('opening', 'headline')}</h1>
      <p class="lede">Professional ${token('opening', 'trade')}${inArea}. Tell us what needs doing and get a
        free estimate, with a detailed quote within 24&nbsp;hours.</p>
      ${receipt}
      <p class="actions">
        <a class="button primary" role="button" href="#estimate" aria-haspopup="dialog">Get Free Estimate</a>
        <a class="button" href="${business.phoneHref}">Call Now</a>
      </p>
      ${where('rating', rating)}
    </div>
    ${toolWall}
  </div>
</section>`
