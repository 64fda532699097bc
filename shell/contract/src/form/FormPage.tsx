import { css } from '@emotion/react'
import {
  buttonStyle,
  Card,
  ConflictNotice,
  FormActions,
  PageHeader,
  space,
  useMediaQuery,
} from '@plumbline/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { FormHandle } from './useForm.ts'

const maxWidth = 760

const hasRoomBeside = '(min-width: 1360px)'

const columns = css`
  display: grid;
  grid-template-columns: minmax(0, ${maxWidth}px);
  gap: ${space(6)};
  align-items: start;
  @media ${hasRoomBeside} { grid-template-columns: minmax(0, ${maxWidth}px) minmax(0, 1fr); }
  > aside { position: sticky; top: calc(var(--sticky-top, 0px) + ${space(6)}); }
`

type FormPageProps = {
  form: FormHandle
  title: string
  /** Where it was opened from, and where Cancel leads. */
  back: { to: string; label: string }
  submitLabel: string
  /** The same while it is being sent: `Saving...`. */
  pendingLabel: string
  /** The word on the button that leads back. */
  cancelLabel?: string
  /** Buttons beside the title. */
  actions?: ReactNode
  /** What people call the fields; shown where another user changed them meanwhile. */
  labels?: Readonly<Record<string, string>>
  /** A value as people read it, where it is not its own text. */
  format?: (name: string, value: unknown) => string
  /** What helps to fill it in, beside the form where the screen has room for it. */
  aside?: ReactNode
  children: ReactNode
}

/** A form that is a page of its own. */
export function FormPage({
  form,
  title,
  back,
  submitLabel,
  pendingLabel,
  cancelLabel = 'Cancel',
  actions,
  labels,
  format,
  aside,
  children,
}: FormPageProps) {
  const hasRoom = useMediaQuery(hasRoomBeside)
  return (
    <>
      <title>{title}</title>
      <PageHeader title={title} back={<Link to={back.to}>{back.label}</Link>} actions={actions} />
      <div css={columns}>
        <Card>
          <form css={{ display: 'grid', gap: space(5) }} aria-label={title} {...form.props}>
            {labels && <ConflictNotice form={form} labels={labels} format={format} />}
            {children}
            <FormActions action={submitLabel} pendingAction={pendingLabel} pending={form.pending}>
              <Link to={back.to} css={buttonStyle()}>
                {cancelLabel}
              </Link>
            </FormActions>
          </form>
        </Card>
        {hasRoom && aside && <aside>{aside}</aside>}
      </div>
    </>
  )
}
