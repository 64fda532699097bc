import { Button, phone } from '@plumbline/ui'
import { Plus } from 'lucide-react'
import { prefetchPalette } from '../palette/openPalette.ts'
import { useSite } from '../site.ts'
import { LazyMenu } from './LazyMenu.tsx'

/** '+ New' in the header. On a phone pages have buttons of their own, and the search creates as well. */
export function CreateButton() {
  const { remotes } = useSite()
  if (!remotes.some(({ create }) => create?.length)) return null
  return (
    // its own element, because the menu opens beside it
    <div css={{ [phone]: { display: 'none' } }}>
      <LazyMenu
        name="CreateMenu"
        trigger={
          <Button aria-label="New" onPointerEnter={prefetchPalette}>
            <Plus size={16} aria-hidden />
            <span>New</span>
          </Button>
        }
      />
    </div>
  )
}
