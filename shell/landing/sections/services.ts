import { services } from '../content.ts'
import { html } from '../html.ts'
import { serviceIcon } from '../icons.ts'

const card = ({ title, icon, blurb, features }: (typeof services)[number]) => html`
<li class="service">
  ${serviceIcon(icon)}
  <h3>${title}</h3>
  <p>${blurb}</p>
  <ul>${features.map((feature) => html`<li>${feature}</li>`)}</ul>
</li>`

export const serviceGrid = html`
<section aria-labelledby="services-title">
  <div class="wrap split">
    <h2 id="services-title">Our Services</h2>
    <ul class="services">${services.map(card)}</ul>
  </div>
</section>`
