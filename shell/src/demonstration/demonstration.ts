import { toast, useSession } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { atom, getDefaultStore } from 'jotai'
import type { ComponentType } from 'react'
import { isDemonstration } from '../site.ts'

/**
 * Whether there are demonstration data, and whether this user can remove them. The document says it first; it is asked again
 * when everything has changed, which needs the code for that only then.
 */
export function useDemonstration(): { isPresent: boolean; isRemovable: boolean } {
  const { data: isPresent } = useQuery({
    queryKey: ['demonstration'],
    queryFn: async () => (await (await import('./readDemonstration.ts')).readDemonstration()).present,
    initialData: isDemonstration,
  })
  const { data: user } = useSession()
  return { isPresent, isRemovable: isPresent && user?.role === 'business_owner' }
}

/** The dialog that removes them, while it is open. */
export const emptyBookAtom = atom<{ Dialog: ComponentType<{ onClose: () => void }> } | null>(null)

export async function startWithEmptyBook(): Promise<void> {
  const loaded = await import('./EmptyBook.tsx').catch(() => null)
  if (loaded) getDefaultStore().set(emptyBookAtom, { Dialog: loaded.EmptyBook })
  else toast({ title: 'This could not be loaded', description: 'Check your connection and try again.' })
}
