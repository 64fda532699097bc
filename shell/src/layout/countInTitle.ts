let count = 0
let observer: MutationObserver | undefined

const prefix = /^\(\d+\) /

function showCount(): void {
  const title = document.title.replace(prefix, '')
  const counted = count > 0 ? `(${count}) ${title}` : title
  if (document.title !== counted) document.title = counted
}

/** Adds to the number before the title of the page, which stays whatever the page is called, until the window is seen. */
export function countInTitle(added: number): void {
  count += added
  showCount()
  if (observer || count === 0) return
  observer = new MutationObserver(showCount)
  observer.observe(document.head, { subtree: true, childList: true, characterData: true })
  document.addEventListener('visibilitychange', reset, { once: true })
}

function reset(): void {
  observer?.disconnect()
  observer = undefined
  count = 0
  showCount()
}
