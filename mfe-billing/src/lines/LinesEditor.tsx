import { css } from '@emotion/react'
import {
  Button,
  color,
  Field,
  IconButton,
  Input,
  MoneyField,
  radius,
  SuggestInput,
  space,
  text,
} from '@plumbline/ui'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { PriceItem } from '../priceBook/priceItem.ts'
import { useSuggestions } from '../priceBook/useSuggestions.ts'

// by the width of the container, not of the screen: a drawer is narrow
const wide = '@container (min-width: 560px)'

const below = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  align-items: end;
  justify-content: space-between;
`

const list = (columns: string) => css`
  container-type: inline-size;
  ol { display: grid; gap: ${space(3)}; margin: 0 0 ${space(3)}; padding: 0; list-style: none; }
  li { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto; gap: ${space(2)}; align-items: start; padding: ${space(3)}; border: 1px solid ${color.line}; border-radius: ${radius.surface}; }
  li > :first-child, li > [data-more] { grid-column: 1 / -1; }
  li > :nth-child(3) { grid-column: 2 / -1; }
  li > [data-buttons] { display: flex; margin-top: 27px; }
  li:has(> [data-amount]) > [data-buttons] { margin-top: 0; }
  ${wide} {
    ol { gap: ${space(2)}; }
    li { grid-template-columns: ${columns}; padding: 0; border: 0; }
    li > :is(:first-child, :nth-child(3)) { grid-column: auto; }
    li:first-of-type:has(> [data-amount]) > [data-buttons] { margin-top: 27px; }
    li:not(:first-of-type) > [data-buttons] { margin-top: 2px; }
    li:not(:first-of-type) > :not([data-more]) > :is(label, [data-label]) { position: absolute; clip-path: inset(50%); }
  }
`

/** What the lines of every form have. */
export type EditedLine = { description: string; quantity: string; unitPrice: string }

type LinesEditorProps<Line extends EditedLine> = {
  /** What one of them is called. */
  noun?: string
  lines: readonly Line[]
  /** Which line is which, while lines are added and removed. */
  ids: readonly string[]
  errorOf: (at: number, name: keyof EditedLine) => { error?: string }
  /** Below a unit price. */
  priceHintOf?: (line: Line, at: number) => ReactNode
  onChange: (at: number, changes: Partial<EditedLine>) => void
  /** An item of the price book is copied into a line. */
  onPick: (at: number, item: PriceItem) => void
  onAdd: () => void
  onRemove: (at: number) => void
  /** The widths of a line's cells where there is room for one row, from the description to the buttons. */
  columns: string
  /** Further cells of a line. */
  cells: (line: Line, at: number) => ReactNode
  /** Further buttons of a line. */
  buttons?: (line: Line, at: number) => ReactNode
  /** Below a line. */
  more?: (line: Line, at: number) => ReactNode
  /** Below the lines. */
  children?: ReactNode
}

/** The lines of a form. Enter goes to the next line, and adds one after the last. */
export function LinesEditor<Line extends EditedLine>({
  noun = 'Item',
  lines,
  ids,
  errorOf,
  priceHintOf,
  onChange,
  onPick,
  onAdd,
  onRemove,
  columns,
  cells,
  buttons,
  more,
  children,
}: LinesEditorProps<Line>) {
  const root = useRef<HTMLDivElement>(null)
  const count = useRef(lines.length)
  const { suggestionsFor, itemOf } = useSuggestions()
  // the focus goes into an added line, and to the button after one was removed
  useEffect(() => {
    const added = lines.length > count.current
    if (added || lines.length < count.current) focusLine(root.current, added ? lines.length - 1 : undefined)
    count.current = lines.length
  }, [lines.length])
  const goToNextLine = (event: KeyboardEvent, at: number) => {
    // Enter also ends the composition of a letter
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (!(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (at === lines.length - 1) onAdd()
    else focusLine(root.current, at + 1)
  }
  const name = noun.toLowerCase()
  return (
    <div ref={root} css={list(columns)}>
      {lines.length > 0 && (
        <ol aria-label={`${noun}s`}>
          {lines.map((line, at) => (
            <li key={ids[at]} onKeyDown={(event) => goToNextLine(event, at)}>
              <Field label={noun} {...errorOf(at, 'description')}>
                <SuggestInput
                  data-line={at}
                  aria-label={`${noun} ${at + 1}`}
                  value={line.description}
                  onChange={(description) => onChange(at, { description })}
                  suggestions={suggestionsFor(line.description)}
                  onChoose={({ value }) => {
                    const item = itemOf(value)
                    if (item) onPick(at, item)
                  }}
                />
              </Field>
              <Field label="Quantity" {...errorOf(at, 'quantity')}>
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  aria-label={`Quantity of ${name} ${at + 1}`}
                  value={line.quantity}
                  onChange={(event) => onChange(at, { quantity: event.target.value.trim() })}
                />
              </Field>
              <Field label="Unit price" hint={priceHintOf?.(line, at)} {...errorOf(at, 'unitPrice')}>
                <MoneyField
                  aria-label={`Unit price of ${name} ${at + 1}`}
                  value={line.unitPrice}
                  onChange={(unitPrice) => onChange(at, { unitPrice })}
                />
              </Field>
              {cells(line, at)}
              <span data-buttons>
                {buttons?.(line, at)}
                <IconButton icon={X} label={`Remove ${name} ${at + 1}`} onClick={() => onRemove(at)} />
              </span>
              {more?.(line, at)}
            </li>
          ))}
        </ol>
      )}
      <div css={below}>
        <Button size="sm" data-add-line onClick={onAdd} css={{ fontSize: text.sm }}>
          <Plus size={15} aria-hidden />
          Add {name}
        </Button>
        {children}
      </div>
    </div>
  )
}

function focusLine(root: HTMLElement | null, at?: number): void {
  const line = at === undefined ? '[data-add-line]' : `[data-line="${at}"]`
  root?.querySelector<HTMLElement>(line)?.focus()
}
