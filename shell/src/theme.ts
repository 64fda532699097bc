export type Theme = 'system' | 'light' | 'dark'
export const themes: readonly { theme: Theme; label: string }[] = [
  { theme: 'system', label: 'Theme of the system' },
  { theme: 'light', label: 'Light theme' },
  { theme: 'dark', label: 'Dark theme' },
]

const key = 'plumbline:theme'
const barColors = { light: '#faf8f4', dark: '#14191f' }

/** What was chosen in this browser; `system` until something was. */
export function chosenTheme(): Theme {
  const stored = localStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Shows the page, and the bar of the browser above it, in the chosen theme. */
function applyTheme(): void {
  const theme = chosenTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const systemTheme = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = barColors[theme === 'system' ? systemTheme : theme]
  }
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, theme)
  applyTheme()
}

/** Applies what was chosen, now and whenever another window chooses. */
export function followTheme(): void {
  applyTheme()
  window.addEventListener('storage', (event) => event.key === key && applyTheme())
}
