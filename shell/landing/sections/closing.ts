import { html } from '@plumbline/platform/html'
import { steps } from '../content.ts'
import { bob } from '../icons.ts'
import { business, where } from '../profile.ts'
import { receipt } from './receipt.ts'

const step = ({ title, text }: (typeof steps)[number]) => html`
<li>
  <h3>${title}</h3>
  <p>${text}</p>
</li>`

export const expectations = html`
<section aria-labelledby="expect-title">
  <div class="wrap split">
    <h2 id="expect-title">What to Expect</h2>
    <ol class="steps">${steps.map(step)}</ol>
  </div>
</section>`

export const closing = html`
<section class="closing" aria-labelledby="closing-title">
  <div class="wrap">
    <svg class="bob" viewBox="-10 0 20 38" aria-hidden="true">${bob}</svg>
    <h2 id="closing-title">Get Your Free Estimate</h2>
    <p>Describe the job in a minute or two. A detailed quote is with you within 24&nbsp;hours.</p>
    ${receipt}
    <p class="actions">
      <a class="button primary" role="button" href="#estimate" aria-haspopup="dialog">Start Your Free Estimate</a>
      <a class="call" href="${business.phoneHref}">or call ${business.phone}</a>
    </p>
  </div>
</section>`

export const footer = html`
<footer class="site-footer">
  <div class="wrap">
    <p><strong>${business.name}</strong>${where('area', html`<br>${business.area}`)}
      ${where('founded', html`<br>Since ${business.founded}`)}</p>
    <p><a href="${business.phoneHref}">${business.phone}</a><br>
      <a href="mailto:${business.email}">${business.email}</a></p>
    <p class="made">Runs on ${business.product}</p>
  </div>
</footer>`
