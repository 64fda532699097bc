import { html } from '@plumbline/platform/html'
import { each, token } from '../profile.ts'

const example = html`
<li>
  <span class="time">${token('examples', 'time')}</span>
  <span class="bar" aria-hidden="true"><b></b>${each('bar', html`<i></i>`)}</span>
  <strong class="price">${token('examples', 'price')}</strong>
</li>`

const terms = html`
<section class="terms" aria-labelledby="terms-title">
  <h3 id="terms-title">Payment Terms</h3>
  <p>${token('payment', 'terms')}</p>
  <p class="accepted"><span>We accept</span></p>
  <ul>${each('methods', html`<li>${token('methods', 'label')}</li>`)}</ul>
</section>`

export const rates = html`
<section class="band" aria-labelledby="rates-title">
  <div class="wrap split">
    <h2 id="rates-title">Our Rates</h2>
    <div class="rates">
      <div class="rate">
        <p class="figure"><strong>${token('rates', 'hour')}</strong> per hour</p>
        <p>The minimum charge is ${token('rates', 'minimum')}. After that we bill in ${token('rates', 'step')} steps at ${token('rates', 'stepPrice')} each, so you pay
          for the time the job takes.</p>
      </div>
      <ul class="examples" aria-label="What a visit costs">${each('examples', example)}</ul>
      ${terms}
    </div>
  </div>
</section>`
