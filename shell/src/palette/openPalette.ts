import { toast } from '@plumbline/contract'
import { atom, getDefaultStore } from 'jotai'
import type { ComponentType } from 'react'

/** As the keyboard of this computer has them. */
export const paletteKeys = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'

type Palette = ComponentType<{ text: string; onClose: () => void }>

/** The palette while it is open, and what was typed before it was there. */
export const paletteAtom = atom<{ Palette: Palette; text: string } | null>(null)
const store = getDefaultStore()

/** The palette and the menus of the header: one file, for they have most of their code in common. */
const load = () => import('./onFirstUse.ts')

export const prefetchPalette = (): void => void load().catch(() => {})

/** Answers nothing, and says so, when it cannot be loaded. */
export const loadPalette = () =>
  load().catch(
    () =>
      void toast({ title: 'This could not be loaded', description: 'Check your connection and try again.' }),
  )

// only while the palette is being loaded
let typedAhead: string | undefined

/** Keeps what is typed while the palette loads for its search; answers false when it does not load. */
export function typeAhead(key: string): boolean {
  if (typedAhead === undefined) return false
  if (key.length === 1) typedAhead += key
  return true
}

export async function openPalette(): Promise<void> {
  typedAhead ??= ''
  const loaded = await loadPalette()
  if (loaded) store.set(paletteAtom, { Palette: loaded.Palette, text: typedAhead })
  typedAhead = undefined
}

export const closePalette = (): void => store.set(paletteAtom, null)
