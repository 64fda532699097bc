import { css } from '@emotion/react'
import { Button, color, layer, phone, radius, shadow, space, text } from '@plumbline/ui'
import { dropOverride, type Overrides } from './overrides.ts'

const corner = css`
  position: fixed;
  z-index: ${layer.modal};
  bottom: ${space(4)};
  left: ${space(4)};
  display: grid;
  gap: ${space(2)};
  padding: ${space(3)} ${space(4)};
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  box-shadow: ${shadow.float};
  font-size: ${text.sm};
  ${phone} {
    /* above the bar that leads on */
    bottom: calc(4.5rem + env(safe-area-inset-bottom));
  }
`

/** Shows which remotes of this tab are not the released ones, and drops them. */
export const OverrideBadge = ({ overrides }: { overrides: Overrides }) => (
  <aside css={corner} aria-label="Development overrides">
    {Object.entries(overrides).map(([name, address]) => (
      <div key={name} css={{ display: 'flex', alignItems: 'center', gap: space(3) }}>
        <span>
          {name} from {new URL(address).host}
        </span>
        <Button size="sm" onClick={() => dropOverride(name)} aria-label={`Use the published ${name}`}>
          Use the published one
        </Button>
      </div>
    ))}
  </aside>
)
