import { css } from '@emotion/react'
import type { Business } from '@plumbline/business/api'
import { toast } from '@plumbline/contract'
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
import { LastChange, type SectionProps } from './SectionForm.tsx'
import { useListChange } from './useListChange.ts'

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

/** An item whose form is open. */
export type OpenedItem<Item> = {
  /** As it is stored now, or as it was opened if it was removed since; undefined: a new one. */
  item: Item | undefined
  /** The others. */
  others: readonly Item[]
  /** The list with what was entered in its place, or at the end. Throws if the item was removed: it would come back. */
  put: <Entered>(entered: Entered) => (Item | Entered)[]
}

type EditableListProps<Item> = Pick<SectionProps, 'record'> & {
  title: string
  /** What the list is for. */
  text: ReactNode
  stored: readonly Item[]
  send: (items: Item[], ifMatch: string) => Promise<{ value: Business; etag: string }>
  keyOf: (item: Item) => string | number
  nameOf: (item: Item) => string
  detailOf: (item: Item) => ReactNode
  /** The word on the button that adds one. */
  addLabel: string
  /** The word for taking one off the list. */
  removeLabel: string
  /** Said of one that was taken off. */
  removed: (item: Item) => string
  /** Said where the last one cannot be taken off. */
  lastStays?: string
  maxItems?: number
  /** Whether its order counts. */
  ordered?: boolean
  /** Shown at the top of the list, such as what is planned. */
  before?: ReactNode
  /** What an empty list says. */
  empty?: string
  /** Who changed it last. */
  changed: Business['changed'][string] | undefined
  /** The form of an item. */
  dialog: (opened: OpenedItem<Item>, onClose: () => void) => ReactNode
}

const removedMeanwhile =
  'Someone else renamed or removed this. Please copy what you typed, and look at the list.'

/** A list that is added to, edited, and put in order by keys or with a finger. */
export function EditableList<Item>({
  record,
  title,
  text: purpose,
  stored,
  send,
  keyOf,
  nameOf,
  detailOf,
  addLabel,
  removeLabel,
  removed,
  lastStays,
  maxItems = Number.POSITIVE_INFINITY,
  ordered = false,
  before,
  empty,
  changed,
  dialog,
}: EditableListProps<Item>) {
  const [announcement, setAnnouncement] = useState('')
  const [opened, setOpened] = useState<Item | 'new'>()
  const { items, pending: busy, change } = useListChange(stored, record.etag, send)
  const move = (item: Item, at: number, to: number) => {
    if (to < 0 || to >= items.length || busy) return
    const others = items.toSpliced(at, 1)
    change(others.toSpliced(to, 0, item), 'The order is set.')
    setAnnouncement(`${nameOf(item)} is number ${to + 1} of ${items.length} now.`)
  }
  const remove = (item: Item) => {
    if (lastStays && items.length === 1)
      return toast({ title: 'Error', description: lastStays, tone: 'destructive' })
    change(
      items.filter((it) => it !== item),
      removed(item),
    )
  }
  const open = (shown: Item | 'new') => {
    const current = shown === 'new' ? undefined : stored.find((it) => keyOf(it) === keyOf(shown))
    return dialog(
      {
        item: current ?? (shown === 'new' ? undefined : shown),
        others: stored.filter((it) => it !== current),
        put: (entered) => {
          if (shown === 'new') return [...stored, entered]
          if (!current) throw new Error(removedMeanwhile)
          return stored.map((it) => (it === current ? entered : it))
        },
      },
      () => setOpened(undefined),
    )
  }
  return (
    <>
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
                    {ordered && (
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
                    <IconButton label={`Edit ${name}`} icon={Pencil} onClick={() => setOpened(item)} />
                    <IconButton
                      label={`${removeLabel} ${name}`}
                      icon={Trash2}
                      aria-disabled={busy || undefined}
                      onClick={() => !busy && remove(item)}
                    />
                  </div>
                </li>
              )
            })}
          </ol>
        )}
        <div css={foot}>
          {items.length < maxItems && (
            <Button onClick={() => setOpened('new')}>
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
      {opened && open(opened)}
    </>
  )
}
