import { serviceIcons } from '@plumbline/business/api'
import { html } from '@plumbline/platform/html'
import { serviceIcon } from '../icons.ts'
import { each, token } from '../profile.ts'

// of each picture there is a list, which only that of the service has an item in
const card = html`
<li class="service">
  ${serviceIcons.map((icon) => each(icon, serviceIcon(icon)))}
  <h3>${token('services', 'title')}</h3>
  <p>${token('services', 'blurb')}</p>
  <ul>${each('features', html`<li>${token('features', 'text')}</li>`)}</ul>
</li>`

export const serviceGrid = html`
<section aria-labelledby="services-title">
  <div class="wrap split">
    <h2 id="services-title">Our Services</h2>
    <ul class="services">${each('services', card)}</ul>
  </div>
</section>`
