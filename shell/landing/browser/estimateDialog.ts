import { raise } from './notifications.ts'

/**
 * Opens and closes the dialog as a modal one. Without this script its fragment opens it, and so it was
 * opened if somebody was quicker. Returns how long it has been open.
 */
export function watchDialog(dialog: HTMLDialogElement, onOpen: () => void): () => number {
  let openedAt = performance.now()
  let opener: HTMLElement | undefined
  const open = (by?: HTMLElement) => {
    opener = by
    openedAt = performance.now()
    // shown by the server it would not be modal
    dialog.removeAttribute('open')
    dialog.showModal()
    raise()
    onOpen()
  }
  for (const link of document.querySelectorAll<HTMLElement>('[role=button]')) {
    const act = (event: Event) => {
      event.preventDefault()
      if (dialog.contains(link)) dialog.close()
      else open(link)
    }
    link.addEventListener('click', act)
    // what is called a button is pressed with the space bar too
    link.addEventListener('keydown', (event) => event.key === ' ' && act(event))
  }
  dialog.addEventListener('close', () => {
    raise()
    opener?.focus()
  })
  document.documentElement.dataset.scripted = ''
  const isAsked = () => location.hash === '#estimate'
  if (dialog.open || isAsked()) open()
  window.addEventListener('hashchange', () => isAsked() && !dialog.open && open())
  return () => performance.now() - openedAt
}
