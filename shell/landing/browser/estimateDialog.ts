import { raise } from './notifications.ts'

const opens = (button: HTMLButtonElement) => button.getAttribute('command') === 'show-modal'

/** Opens and closes the dialog where the browser does not do it from the markup. Returns how long it has been open. */
export function watchDialog(dialog: HTMLDialogElement, onOpen: () => void): () => number {
  const native = 'command' in HTMLButtonElement.prototype
  let openedAt = performance.now()
  let opener: HTMLButtonElement | undefined
  for (const button of document.querySelectorAll<HTMLButtonElement>('[commandfor=estimate]')) {
    button.addEventListener('click', () => {
      if (!opens(button)) return native || dialog.close()
      opener = button
      openedAt = performance.now()
      if (!native) dialog.showModal()
      setTimeout(raise)
      onOpen()
    })
  }
  dialog.addEventListener('close', () => {
    raise()
    opener?.focus()
  })
  // opened from the markup before this script ran
  if (dialog.open) onOpen()
  return () => performance.now() - openedAt
}
