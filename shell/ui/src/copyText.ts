/**
 * Copies a text that is still on its way. Browsers let a page copy for a moment after a click: what is fetched first would come
 * too late, a promise does not.
 */
export const copyText = (text: Promise<string>): Promise<void> =>
  navigator.clipboard.write([
    new ClipboardItem({ 'text/plain': text.then((it) => new Blob([it], { type: 'text/plain' })) }),
  ])
