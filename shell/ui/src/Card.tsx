import { css } from '@emotion/react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { color, phone, radius, space, text } from './tokens.ts'

/** A surface of its own, without anything in it. */
export const surface = css`
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
`

const head = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  min-height: 52px;
  padding: ${space(2)} ${space(5)};
  border-bottom: 1px solid ${color.line};
  ${phone} { padding: ${space(1)} ${space(4)}; }
`

const body = css`
  padding: ${space(5)};
  ${phone} { padding: ${space(4)}; }
`

type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode
  /** A link or a small button beside the title. */
  action?: ReactNode
  /** The content reaches the edges, as lists and tables do. */
  flush?: boolean
}

/** What belongs together. Cards do not stand in cards. */
export function Card({ title, action, flush = false, children, ...rest }: CardProps) {
  const id = useId()
  return (
    <section css={[surface, { minWidth: 0 }]} aria-labelledby={title ? id : undefined} {...rest}>
      {title && (
        <header css={head}>
          <h2 id={id} css={{ fontSize: text.lg }}>
            {title}
          </h2>
          {action}
        </header>
      )}
      <div css={flush ? undefined : body} data-card-body>
        {children}
      </div>
    </section>
  )
}
