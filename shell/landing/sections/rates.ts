import { paymentMethods, rateExamples } from '../content.ts'
import { html } from '../html.ts'

const halfHour = html`<i></i>`

const example = ({ time, steps, price }: (typeof rateExamples)[number]) => html`
<li>
  <span class="time">${time}</span>
  <span class="bar" aria-hidden="true"><b></b>${Array.from({ length: steps }, () => halfHour)}</span>
  <strong class="price">${price}</strong>
</li>`

const terms = html`
<section class="terms" aria-labelledby="terms-title">
  <h3 id="terms-title">Payment Terms</h3>
  <p>Payment is due in full on completion. Non-payment may lead to a property lien under state law.</p>
  <p class="accepted"><span>We accept</span></p>
  <ul>${paymentMethods.map((method) => html`<li>${method}</li>`)}</ul>
</section>`

export const rates = html`
<section class="band" aria-labelledby="rates-title">
  <div class="wrap split">
    <h2 id="rates-title">Our Rates</h2>
    <div class="rates">
      <div class="rate">
        <p class="figure"><strong>$75</strong> per hour</p>
        <p>The minimum charge is one hour. After that we bill in 30-minute steps at $37.50 each, so you pay
          for the time the job takes.</p>
      </div>
      <ul class="examples" aria-label="What a visit costs">${rateExamples.map(example)}</ul>
      ${terms}
    </div>
  </div>
</section>`
