import { startSignature } from './signature.ts'

/** Of the pages that customers open by a link: they can be read, and their forms sent, without it. */

const page = location.pathname.replace(/\/$/, '')
const isDocument = /^\/c\/[a-z]+\/\d+$/.test(page)

/** Programs that only follow links, such as scanners of mail, open nothing that a person has seen. */
function reportOpening(): void {
  if (document.visibilityState !== 'visible') return
  document.removeEventListener('visibilitychange', reportOpening)
  fetch(`${page}/opened`, { method: 'POST', keepalive: true }).catch(() => undefined)
}

if (isDocument && document.querySelector('[data-document]')) {
  document.addEventListener('visibilitychange', reportOpening)
  reportOpening()
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}

for (const box of document.querySelectorAll<HTMLElement>('[data-signature]')) startSignature(box)

// a second tap while the first is under way would send a form twice
for (const form of document.querySelectorAll('form'))
  form.addEventListener('submit', () => {
    const button = form.querySelector<HTMLButtonElement>('[type=submit]')
    setTimeout(() => {
      if (button) button.disabled = true
    })
  })

// a page that the browser shows again from memory takes input again
addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[type=submit]')) button.disabled = false
})
