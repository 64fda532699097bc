import { css } from '@emotion/react'
import {
  Button,
  buttonStyle,
  Card,
  ConflictNotice,
  color,
  FormActions,
  layer,
  PageHeader,
  phone,
  radius,
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

// what a long form comes to is read while it is filled in, above the navigation of a phone
const end = css`
  display: grid;
  gap: ${space(3)};
  ${phone} {
    position: sticky;
    z-index: ${layer.sticky};
    bottom: calc(60px + env(safe-area-inset-bottom));
    @media (max-height: 480px) { position: static; }
    margin: 0 -${space(4)} -${space(4)};
    padding: ${space(2)} ${space(4)} ${space(3)};
    border-top: 1px solid ${color.line};
    border-radius: 0 0 ${radius.surface} ${radius.surface};
    background: ${color.surface};
    gap: ${space(2)};
    /* the way back is at the top */
    [data-cancel] { display: none; }
  }
`

type FormPageProps = {
  form: FormHandle
  title: string
  /** Where it was opened from, and where Cancel leads. */
  back: { to: string; label: string }
  submitLabel: string
  /** The same while it is being sent: `Saving...`. */
  pendingLabel: string
  /** A second button that sends the form; `send` learns its `intent`. */
  alternative?: { label: string; intent: string } | undefined
  /** What the form comes to, beside its buttons; on a phone both stay in view. */
  summary?: ReactNode
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
  alternative,
  summary,
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
            <div css={summary !== undefined && end}>
              {summary}
              <FormActions action={submitLabel} pendingAction={pendingLabel} pending={form.pending}>
                <Link to={back.to} css={buttonStyle()} data-cancel>
                  {cancelLabel}
                </Link>
                {alternative && (
                  <Button onClick={() => form.submit(alternative.intent)}>{alternative.label}</Button>
                )}
              </FormActions>
            </div>
          </form>
        </Card>
        {hasRoom && aside && <aside>{aside}</aside>}
      </div>
    </>
  )
}
