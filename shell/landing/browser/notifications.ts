const shownFor = 5000
const swipeThreshold = 50

const region = () => document.querySelector<HTMLElement>('#notifications')

/** One at a time: a new notification replaces the one on screen. */
export function notify(title: string, text: string, failed = false): void {
  const stage = region()
  const toast = document
    .querySelector<HTMLTemplateElement>('#notification')
    ?.content.firstElementChild?.cloneNode(true)
  if (!stage || !(toast instanceof HTMLElement)) return
  toast.classList.toggle('failed', failed)
  const message = toast.firstElementChild
  message?.setAttribute('role', failed ? 'alert' : 'status')
  toast.querySelector('button')?.addEventListener('click', () => toast.remove())
  expire(toast)
  dismissBySwipe(toast)
  raise()
  stage.replaceChildren(toast)
  // a live region announces what changes in it, not what it is born with
  setTimeout(() => {
    for (const [tag, words] of [
      ['strong', title],
      ['p', text],
    ] as const) {
      const part = message?.querySelector(tag)
      if (part) part.textContent = words
    }
  })
}

/** What is outside an open modal dialog is inert, so the notifications move into it and out again. */
export function raise(): void {
  const stage = region()
  const home = document.querySelector('dialog[open]') ?? document.body
  if (stage && stage.parentNode !== home) home.append(stage)
}

export function listenForHotkey(): void {
  addEventListener('keydown', (event) => {
    if (event.key !== 'F8') return
    event.preventDefault()
    region()?.focus()
  })
}

function expire(toast: HTMLElement): void {
  let timer = 0
  const pause = () => clearTimeout(timer)
  const run = () => {
    pause()
    timer = window.setTimeout(() => toast.remove(), shownFor)
  }
  for (const type of ['pointerenter', 'focusin']) toast.addEventListener(type, pause)
  for (const type of ['pointerleave', 'focusout']) toast.addEventListener(type, run)
  run()
}

function dismissBySwipe(toast: HTMLElement): void {
  let from: number | undefined
  toast.addEventListener('pointerdown', (event) => {
    if (!(event.target as Element).closest('button')) from = event.clientX
    if (from !== undefined) toast.setPointerCapture(event.pointerId)
  })
  toast.addEventListener('pointermove', (event) => {
    if (from !== undefined) toast.style.translate = `${Math.max(0, event.clientX - from)}px`
  })
  const end = (event: PointerEvent) => {
    if (from === undefined) return
    if (event.type === 'pointerup' && event.clientX - from >= swipeThreshold) toast.remove()
    toast.style.translate = ''
    from = undefined
  }
  toast.addEventListener('pointerup', end)
  toast.addEventListener('pointercancel', end)
}
