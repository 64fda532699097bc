import { raise } from './notifications.ts'

const fragment = '#estimate'

/**
 * Opens and closes the dialog as a modal one; Back closes it. Without this script its fragment opens it, which may have
 * happened before the script ran. Returns how long it has been open.
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
    // an entry of its own, so that Back closes the dialog and not the site
    if (location.hash !== fragment) history.pushState({ isEstimate: true }, '', fragment)
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
    if (history.state?.isEstimate) history.back()
    raise()
    opener?.focus()
  })
  document.documentElement.dataset.scripted = ''
  const isRequested = () => location.hash === fragment
  if (dialog.open || isRequested()) open()
  window.addEventListener('popstate', () => {
    if (isRequested() && !dialog.open) open()
    else if (!isRequested() && dialog.open) dialog.close()
  })
  return () => performance.now() - openedAt
}
