import { Amount } from '@plumbline/billing/api'
import { useAction } from '@plumbline/contract/action'
import { Button } from '@plumbline/ui'
import { BookPlus } from 'lucide-react'
import { contentOfCost } from '../lines/line.ts'
import { definePriceItem, priceItemsKey } from '../priceBook/queries.ts'
import { isCredit, type QuoteLine } from './quoteForm.ts'

type SaveToPriceBookProps = {
  line: QuoteLine
  name: string
  onChange: (changes: Pick<QuoteLine, 'priceItemId'>) => void
}

/** Keeps a line for the next quotes. One that was copied from the price book is there already. */
export function SaveToPriceBook({ line, name, onChange }: SaveToPriceBookProps) {
  const { description, details, unitPrice, taxable, priceItemId, unitCost } = line
  const saving = useAction(definePriceItem, {
    refetch: [priceItemsKey],
    success: (item) => `${item.name} is in the price book.`,
    failure: 'Failed to save to the price book. Please try again.',
    onDone: ({ id }) => onChange({ priceItemId: id }),
  })
  if (priceItemId !== null) return <span>From the price book</span>
  if (isCredit(line)) return <span>The price book has no credits</span>
  const isComplete = description.trim() !== '' && Amount.safeParse(unitPrice).success
  return (
    <Button
      size="sm"
      tone="quiet"
      aria-label={`Save ${name} to price book`}
      busy={saving.pending}
      disabled={!isComplete}
      onClick={() =>
        saving.run({ name: description, details, unitPrice, taxable, ...contentOfCost(unitCost) })
      }
    >
      <BookPlus size={15} aria-hidden />
      Save to price book
    </Button>
  )
}
