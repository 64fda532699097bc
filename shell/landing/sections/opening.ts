import { html } from '../html.ts'
import { logo, phoneIcon, star } from '../icons.ts'
import { toolWall } from '../illustration.ts'
import { business } from '../profile.ts'

export const header = html`
<header class="site-header">
  <div class="wrap">
    <a class="brand" href="/">
      ${logo}
      <span>
        <strong>${business.name}</strong>
        <small>${business.tagline}</small>
      </span>
    </a>
    <nav aria-label="Contact and sign in">
      <a class="phone" href="${business.phoneHref}">${phoneIcon}${business.phone}</a>
      <a class="login" href="/api/login">Login</a>
    </nav>
  </div>
</header>`

const rating = html`
<p class="rating">
  <span class="stars">${[star, star, star, star, star]}</span>
  <strong>4.9/5</strong>
  <span>500+ happy customers</span>
</p>`

export const hero = html`
<section class="hero" aria-labelledby="hero-title">
  <div class="wrap">
    <div class="pitch">
      <h1 id="hero-title">Solid repairs, plain&nbsp;prices.</h1>
      <p class="lede">Professional handyman services for ${business.area}. Tell us what needs doing and get a
        free estimate, with a detailed quote within 24&nbsp;hours.</p>
      <p class="actions">
        <a class="button primary" role="button" href="#estimate" aria-haspopup="dialog">Get Free Estimate</a>
        <a class="button" href="${business.phoneHref}">Call Now</a>
      </p>
      ${rating}
    </div>
    ${toolWall}
  </div>
</section>`
