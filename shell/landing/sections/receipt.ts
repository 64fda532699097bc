import { html } from '@plumbline/platform/html'

/** Says for as long as the page is open that a request was sent; filled in by the script, or by the gateway without one. */
export const receipt = html`<p class="receipt">{{form.receipt}}</p>`
