import type { Business } from '@plumbline/business/api'
import { formatDateTime } from '@plumbline/contract'
import type { FormHandle, StoredRecord } from '@plumbline/contract/form'
import { Button, Card, ConflictNotice, color, space, text } from '@plumbline/ui'
import type { ReactNode } from 'react'

export type SectionProps = { business: Business; record: StoredRecord }

type SectionFormProps = {
  form: FormHandle
  title: string
  labels: Readonly<Record<string, string>>
  /** A value as people read it, where it is not its own text. */
  format?: (name: string, value: unknown) => string
  /** Who changed it last. */
  changed: Business['changed'][string] | undefined
  /** Beside the button that saves. */
  actions?: ReactNode
  children: ReactNode
}

/** One part of the settings, with who changed it last. */
export const SectionForm = ({
  form,
  title,
  labels,
  format,
  changed,
  actions,
  children,
}: SectionFormProps) => (
  <Card title={title}>
    <form css={{ display: 'grid', gap: space(5) }} aria-label={title} {...form.props}>
      <ConflictNotice form={form} labels={labels} format={format} />
      {children}
      <div css={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space(4) }}>
        <Button tone="primary" type="submit" busy={form.pending}>
          {form.pending ? 'Saving...' : 'Save'}
        </Button>
        {actions}
        <LastChange changed={changed} />
      </div>
    </form>
  </Card>
)

/** Who changed a part of the settings last. */
export const LastChange = ({ changed }: { changed: Business['changed'][string] | undefined }) =>
  changed && (
    <span css={{ color: color.muted, fontSize: text.sm }}>
      Changed {formatDateTime(changed.at)}
      {changed.by && ` by ${changed.by}`}
    </span>
  )
