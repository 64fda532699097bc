import { css } from '@emotion/react'
import { useAction } from '@plumbline/contract/action'
import { ListView, useList } from '@plumbline/contract/list'
import { formatMoney } from '@plumbline/contract/money'
import {
  Badge,
  Button,
  type Column,
  color,
  DataTable,
  EmptyState,
  IconButton,
  Menu,
  PageHeader,
  text,
} from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Archive, MoreHorizontal, Pencil, Percent, Plus, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ChangePricesDialog } from './ChangePricesDialog.tsx'
import { PriceItemDialog } from './PriceItemDialog.tsx'
import { type PriceItem, priceText } from './priceItem.ts'
import { priceItemsKey, priceItemsQuery, restorePriceItem, retirePriceItem } from './queries.ts'

const statuses = [
  { value: '', label: 'Offered' },
  { value: 'retired', label: 'Retired' },
] as const

const rows = css`
  small { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; color: ${color.muted}; font-size: ${text.sm}; overflow-wrap: anywhere; }
  b { font-weight: 600; overflow-wrap: anywhere; }
  [data-price] { white-space: nowrap; font-variant-numeric: tabular-nums; }
`

/** `/quotes/price-book`: what is sold again and again, and what it costs. */
export function PriceBookPage() {
  const { data } = useSuspenseQuery(priceItemsQuery())
  const [edited, edit] = useState<{ item: PriceItem | null }>()
  const all = useList(data, {
    statuses,
    hasStatus: ({ retired }) => retired,
    text: ({ name, details, unitPrice }) => [name, details, unitPrice].join(' '),
  })
  const areRetired = all.status === 'retired'
  const visible = areRetired ? all.visible : all.visible?.filter(({ retired }) => !retired)
  const total = areRetired ? all.total : data.filter(({ retired }) => !retired).length
  // as they are when the dialog opens
  const [changed, setChanged] = useState<readonly PriceItem[]>()
  const offered = visible?.filter(({ retired }) => !retired) ?? []
  const add = (label: string) => (
    <Button tone="primary" onClick={() => edit({ item: null })}>
      <Plus size={16} aria-hidden />
      {label}
    </Button>
  )
  return (
    <>
      <title>Price Book</title>
      <PageHeader
        title="Price Book"
        text="Suggested while you write a quote or an invoice; a change leaves those that are written alone."
        back={<Link to="/quotes">Quotes</Link>}
        actions={
          offered.length > 1 && (
            <Button onClick={() => setChanged(offered)}>
              <Percent size={16} aria-hidden />
              Change prices
            </Button>
          )
        }
        primary={add('Add Item')}
      />
      <ListView
        list={{ ...all, visible, count: visible?.length, total }}
        noun={['item', 'items']}
        empty={
          data.length > 0 ? (
            <EmptyState title="No items offered">
              All items are retired. They are under the status ‘Retired’.
            </EmptyState>
          ) : (
            <EmptyState title="No items yet" action={add('Add the First Item')}>
              Keep what you sell again and again here: it is suggested with its price while you type. ‘Save to
              price book’ on a line of a quote adds it, too.
            </EmptyState>
          )
        }
      >
        {(items) => (
          <div css={rows}>
            <DataTable
              label="Price book"
              columns={[...columns, actionsColumn((item) => edit({ item }))]}
              rows={items}
              rowKey={({ id }) => id}
            />
          </div>
        )}
      </ListView>
      {changed && <ChangePricesDialog items={changed} onClose={() => setChanged(undefined)} />}
      {edited && <PriceItemDialog item={edited.item} onClose={() => edit(undefined)} />}
    </>
  )
}

const columns: readonly Column<PriceItem>[] = [
  {
    key: 'name',
    label: 'Item',
    cell: ({ name, details }) => (
      <>
        <b>{name}</b>
        {details && <small>{details}</small>}
      </>
    ),
  },
  {
    key: 'price',
    label: 'Price',
    align: 'end',
    card: 'plain',
    cell: (item) => (
      <>
        <span data-price>{priceText(item)}</span>
        {item.unitCost && <small>Costs {formatMoney(item.unitCost)}</small>}
      </>
    ),
  },
  {
    key: 'state',
    label: 'Tax',
    card: 'plain',
    cell: ({ taxable, retired }) => (retired ? <Badge>Retired</Badge> : taxable ? 'Taxable' : 'Not taxed'),
  },
]

const actionsColumn = (onEdit: (item: PriceItem) => void): Column<PriceItem> => ({
  key: 'actions',
  label: 'Actions',
  card: 'end',
  cell: (item) => <ItemMenu item={item} onEdit={() => onEdit(item)} />,
})

function ItemMenu({ item: { id, name, retired }, onEdit }: { item: PriceItem; onEdit: () => void }) {
  const restoring = useAction(restorePriceItem, {
    refetch: [priceItemsKey],
    success: `${name} is offered again.`,
    failure: 'Failed to restore item. Please try again.',
  })
  const retiring = useAction(retirePriceItem, {
    refetch: [priceItemsKey],
    success: `${name} is offered no longer.`,
    failure: 'Failed to retire item. Please try again.',
    undo: () => restorePriceItem(id),
  })
  return (
    <Menu
      label={`Actions for ${name}`}
      trigger={<IconButton icon={MoreHorizontal} label={`Actions for ${name}`} />}
      items={[
        { label: 'Change', icon: Pencil, onSelect: onEdit },
        retired
          ? { label: 'Restore', icon: RotateCcw, onSelect: () => restoring.run(id) }
          : { label: 'Retire', icon: Archive, onSelect: () => retiring.run(id) },
      ]}
    />
  )
}
