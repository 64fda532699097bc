import { css } from '@emotion/react'
import { Children, type ReactNode } from 'react'
import { FreezeWhilePressed } from './FreezeWhilePressed.tsx'
import { color, radius, space } from './tokens.ts'

const note = css`
  display: flex;
  gap: ${space(3)};
  padding: ${space(3)} ${space(4)};
  border-radius: ${radius.control};
  background: ${color.amberTint};
  color: ${color.amber};
  > svg { flex: none; margin-top: 3px; }
  > div { flex: 1; min-width: 0; }
  ul { margin: 0; padding: 0; list-style: none; }
  a { color: inherit; font-weight: 600; overflow-wrap: anywhere; }
`

type CalloutProps = { icon: ReactNode; title: string; children: ReactNode }

/**
 * Worth knowing beside what is being filled in, and no reason to refuse it. Without anything to show in it it is not there; when it
 * comes it is read out.
 */
export const Callout = ({ icon, title, children }: CalloutProps) => (
  <div role="status" css={{ '&:empty': { position: 'absolute' } }}>
    <FreezeWhilePressed>
      {Children.toArray(children).length > 0 && (
        <div css={note}>
          {icon}
          <div>
            <p css={{ fontWeight: 600 }}>{title}</p>
            {children}
          </div>
        </div>
      )}
    </FreezeWhilePressed>
  </div>
)
