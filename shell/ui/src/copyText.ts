/**
 * Copies a text, also one that is still on its way. Browsers let a page copy for a moment after a click: what is fetched first
 * would come too late, a promise does not. Throws when the browser does not let the page copy.
 */
export async function copyText(given: string | Promise<string>): Promise<void> {
  const text = Promise.resolve(given)
  // over plain HTTP there is none
  if (!('clipboard' in navigator)) return copySelected(await text)
  const copying = navigator.clipboard.write([
    new ClipboardItem({ 'text/plain': text.then((it) => new Blob([it], { type: 'text/plain' })) }),
  ])
  // why there is no text is said as the server put it, and not as the browser does
  await Promise.all([text, copying])
}

function copySelected(text: string): void {
  const field = document.createElement('textarea')
  field.value = text
  // in a dialog, what is outside of it cannot have the focus
  const layer = document.activeElement?.closest('[data-layer]') ?? document.body
  const focused = document.activeElement
  layer.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!isCopied) throw new Error('This browser does not let the page copy. Over https it does.')
}
