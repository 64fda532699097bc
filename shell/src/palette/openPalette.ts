import { toast } from '@plumbline/contract'
import { atom, getDefaultStore } from 'jotai'
import type { ComponentType } from 'react'

type Palette = ComponentType<{ onClose: () => void }>

/** As the keyboard of this computer has them. */
export const paletteKeys = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'

/** The palette while it is open: its code is loaded on first use. */
export const paletteAtom = atom<{ Palette: Palette } | null>(null)

/** The palette and the menus of the header: one file, for they have most of their code in common. */
export const loadPalette = () => import('./onFirstUse.ts')

const store = getDefaultStore()

export const closePalette = (): void => store.set(paletteAtom, null)

/** Opens the palette, or says that it could not be loaded. */
export const openPalette = (): void =>
  void loadPalette().then(
    ({ Palette }) => store.set(paletteAtom, { Palette }),
    () => toast({ title: 'Search could not be loaded', description: 'Check your connection and try again.' }),
  )
