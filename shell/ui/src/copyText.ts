/**
 * Copies a text that is still on its way. Browsers let a page copy for a moment after a click: what is fetched first would come
 * too late, a promise does not.
 */
export async function copyText(text: Promise<string>): Promise<void> {
  const copying = navigator.clipboard.write([
    new ClipboardItem({ 'text/plain': text.then((it) => new Blob([it], { type: 'text/plain' })) }),
  ])
  // why there is no text is said as the server put it, and not as the browser does
  await Promise.all([text, copying])
}
