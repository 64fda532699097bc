import { css } from '@emotion/react'
import type { Business } from '@plumbline/business/api'
import {
  Button,
  Card,
  color,
  EmptyState,
  IconButton,
  phone,
  space,
  text,
  VisuallyHidden,
} from '@plumbline/ui'
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LastChange } from './SectionForm.tsx'

const list = css`
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space(1)} ${space(3)};
    padding: ${space(2)} ${space(5)};
    border-bottom: 1px solid ${color.line};
  }
  li > div:first-of-type { flex: 1 1 220px; min-width: 0; overflow-wrap: anywhere; }
  li > div:last-of-type { display: flex; margin-left: auto; }
  small { display: block; color: ${color.muted}; font-size: ${text.sm}; }
  [aria-disabled] { opacity: 0.35; cursor: default; }
  ${phone} { li { padding-inline: ${space(4)}; } }
`

const foot = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(4)};
  padding: ${space(4)} ${space(5)};
  ${phone} { padding-inline: ${space(4)}; }
`

type EditableListProps<Item> = {
  title: string
  /** What the list is for. */
  text: ReactNode
  items: readonly Item[]
  keyOf: (item: Item) => string | number
  nameOf: (item: Item) => string
  detailOf: (item: Item) => ReactNode
  /** The word on the button that adds one. */
  addLabel: string
  /** The word for taking one off the list. */
  removeLabel: string
  /** A change is being sent. */
  busy: boolean
  /** Shown at the top of the list, such as what is planned. */
  before?: ReactNode
  /** What an empty list says. */
  empty?: string
  /** Who changed it last. */
  changed: Business['changed'][string] | undefined
  /** Undefined: no more can be added. */
  onAdd: (() => void) | undefined
  onEdit: (item: Item) => void
  onRemove: (item: Item) => void
  /** For a list whose order counts: the items in their new order. */
  onReorder?: (items: Item[]) => void
}

/** A list that is added to, edited, and put in order by keys or with a finger. */
export function EditableList<Item>({
  title,
  text: purpose,
  items,
  keyOf,
  nameOf,
  detailOf,
  addLabel,
  removeLabel,
  busy,
  before,
  empty,
  changed,
  onAdd,
  onEdit,
  onRemove,
  onReorder,
}: EditableListProps<Item>) {
  const [announcement, setAnnouncement] = useState('')
  const move = (item: Item, at: number, to: number) => {
    if (to < 0 || to >= items.length || busy) return
    const others = items.toSpliced(at, 1)
    onReorder?.(others.toSpliced(to, 0, item))
    setAnnouncement(`${nameOf(item)} is number ${to + 1} of ${items.length} now.`)
  }
  return (
    <Card title={title} flush>
      <p css={[foot, { display: 'block', color: color.muted, borderBottom: `1px solid ${color.line}` }]}>
        {purpose}
      </p>
      {before}
      {items.length === 0 && empty ? (
        <EmptyState title={empty} />
      ) : (
        <ol css={list} aria-label={title} aria-busy={busy || undefined}>
          {items.map((item, at) => {
            const name = nameOf(item)
            return (
              <li key={keyOf(item)}>
                <div>
                  <b>{name}</b>
                  <small>{detailOf(item)}</small>
                </div>
                <div>
                  {onReorder && (
                    <>
                      <IconButton
                        label={`Move ${name} up`}
                        icon={ArrowUp}
                        aria-disabled={at === 0 || undefined}
                        onClick={() => move(item, at, at - 1)}
                      />
                      <IconButton
                        label={`Move ${name} down`}
                        icon={ArrowDown}
                        aria-disabled={at === items.length - 1 || undefined}
                        onClick={() => move(item, at, at + 1)}
                      />
                    </>
                  )}
                  <IconButton label={`Edit ${name}`} icon={Pencil} onClick={() => onEdit(item)} />
                  <IconButton
                    label={`${removeLabel} ${name}`}
                    icon={Trash2}
                    aria-disabled={busy || undefined}
                    onClick={() => !busy && onRemove(item)}
                  />
                </div>
              </li>
            )
          })}
        </ol>
      )}
      <div css={foot}>
        {onAdd && (
          <Button onClick={onAdd}>
            <Plus size={16} aria-hidden />
            {addLabel}
          </Button>
        )}
        <LastChange changed={changed} />
      </div>
      <div role="status">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </div>
    </Card>
  )
}
