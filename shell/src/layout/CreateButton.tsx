import { css } from '@emotion/react'
import { Button, color, phone, shadow, space } from '@plumbline/ui'
import { Plus } from 'lucide-react'
import { prefetchPalette } from '../palette/openPalette.ts'
import { useSite } from '../site.ts'
import { LazyMenu } from './LazyMenu.tsx'

// its own element, because the menu opens beside it
// within reach of the thumb; where a page has a button of its own there, the search in the header creates as well
const place = css`
  ${phone} {
    position: fixed;
    right: ${space(4)};
    bottom: calc(60px + ${space(4)} + env(safe-area-inset-bottom));
    @media (max-height: 480px) { bottom: calc(44px + ${space(3)} + env(safe-area-inset-bottom)); }
    html:has(main form, main [data-primary], [data-bottom-bar]:not(:empty), [data-composer]) & { display: none; }
  }
`

const button = css`
  ${phone} {
    width: 56px;
    height: 56px;
    border: 0;
    border-radius: 28px;
    background: ${color.accent};
    color: ${color.onAccent};
    box-shadow: ${shadow.float};
    > span { display: none; }
    > svg { width: 24px; height: 24px; }
  }
`

/** '+ New' in the header; on a phone at the bottom right. */
export function CreateButton() {
  const { remotes } = useSite()
  if (!remotes.some(({ create }) => create?.length)) return null
  return (
    <div css={place}>
      <LazyMenu
        name="CreateMenu"
        trigger={
          <Button css={button} aria-label="New" onPointerEnter={prefetchPalette}>
            <Plus size={16} aria-hidden />
            <span>New</span>
          </Button>
        }
      />
    </div>
  )
}
