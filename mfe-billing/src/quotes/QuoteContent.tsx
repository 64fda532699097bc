import { css } from '@emotion/react'
import type { QuoteDetails } from '@plumbline/billing/api'
import { formatMoney } from '@plumbline/contract/money'
import { Card, color, phone, radius, space, text } from '@plumbline/ui'
import { CircleCheck } from 'lucide-react'
import { hiddenText, optionName } from './quote.ts'
import { marginOfAnswer, marginText } from './quotePrice.ts'

type Content = QuoteDetails['content']
type Line = Content['options'][number]['lines'][number]

const grid = css`
  display: grid;
  gap: ${space(4)};
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr));
  ${phone} { gap: ${space(3)}; }
`

const items = css`
  width: 100%;
  border-spacing: 0;
  td, th { padding: ${space(1.5)} 0; text-align: left; font-weight: 400; vertical-align: top; overflow-wrap: anywhere; }
  td { padding-left: ${space(4)}; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
  tbody tr + tr > * { border-top: 1px solid ${color.line}; }
  tfoot th { color: ${color.muted}; }
  tfoot tr:first-of-type > * { border-top: 1px solid ${color.control}; padding-top: ${space(2.5)}; }
  tfoot [data-total] > * { color: ${color.ink}; font-weight: 650; font-size: ${text.lg}; }
  small { display: block; color: ${color.muted}; font-size: ${text.sm}; white-space: pre-wrap; }
`

const chosen = css`
  border-color: ${color.green};
`

const chosenMark = css`
  display: flex;
  gap: ${space(1.5)};
  align-items: center;
  color: ${color.green};
  font-weight: 600;
`

const words = css`
  padding: ${space(3)} ${space(4)};
  border-radius: ${radius.control};
  background: ${color.sunken};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

type QuoteContentProps = {
  content: Content
  /** What was agreed to, of an approved quote. */
  approval: QuoteDetails['approval']
}

/** What a quote offers: its options beside each other where there is room, and what can be added. */
export function QuoteContent({ content, approval }: QuoteContentProps) {
  const { options, addOns, message, terms } = content
  const isChoice = options.length > 1
  const hidden = hiddenText(content.show)
  return (
    <>
      {message && <p css={words}>{message}</p>}
      <div css={grid}>
        {options.map((option, at) => {
          const isChosen = approval?.optionId === option.id
          return (
            <Card
              key={option.id}
              title={isChoice ? optionName(option, at) : 'Items'}
              css={isChoice && isChosen && chosen}
              action={isChoice && isChosen && <Chosen />}
            >
              <table css={items} aria-label={isChoice ? optionName(option, at) : 'Items and total'}>
                <tbody>
                  {option.lines.map((line, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and keep their order
                    <LineRow key={i} line={line} />
                  ))}
                </tbody>
                <tfoot>
                  {Number(option.price.discount) > 0 && (
                    <Sum name="Discount" value={`−${formatMoney(option.price.discount)}`} />
                  )}
                  {Number(option.price.tax) !== 0 && <Sum name="Tax" value={formatMoney(option.price.tax)} />}
                  <Sum name="Total" value={formatMoney(option.price.total)} isTotal />
                  {Number(option.price.deposit) > 0 && (
                    <Sum name="Deposit" value={formatMoney(option.price.deposit)} />
                  )}
                  <MarginRow lines={option.lines} price={option.price} />
                </tfoot>
              </table>
            </Card>
          )
        })}
      </div>
      {addOns.length > 0 && (
        <Card title="Add-ons">
          <table css={items} aria-label="Add-ons">
            <tbody>
              {addOns.map((addOn) => (
                <LineRow key={addOn.id} line={addOn} isChosen={approval?.addOnIds.includes(addOn.id)} />
              ))}
            </tbody>
          </table>
        </Card>
      )}
      {hidden && <p css={{ color: color.muted }}>The customer sees {hidden}.</p>}
      {terms && (
        <Card title="Terms">
          <p css={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{terms}</p>
        </Card>
      )}
    </>
  )
}

/** For who may see costs, where one is known. */
function MarginRow({ lines, price }: { lines: readonly Line[]; price: Content['options'][number]['price'] }) {
  const margin = marginOfAnswer(lines, price)
  return (
    margin && (
      <tr>
        {/* its words would take the room of the names of items */}
        <th scope="row" colSpan={2}>
          Margin {marginText(margin)}
        </th>
      </tr>
    )
  )
}

const Chosen = () => (
  <span css={chosenMark}>
    <CircleCheck size={16} aria-hidden />
    Chosen
  </span>
)

function LineRow({ line, isChosen }: { line: Line; isChosen?: boolean | undefined }) {
  const { quantity, unitPrice, details } = line
  const notes = [
    Number(unitPrice) < 0 && 'Credit',
    quantity !== '1' && `${quantity} × ${formatMoney(unitPrice)}`,
    details,
  ].filter(Boolean)
  return (
    <tr>
      <th scope="row">
        {line.description}
        {notes.length > 0 && <small>{notes.join('\n')}</small>}
        {isChosen && <Chosen />}
      </th>
      <td>{formatMoney(line.amount)}</td>
    </tr>
  )
}

const Sum = ({ name, value, isTotal }: { name: string; value: string; isTotal?: boolean }) => (
  <tr data-total={isTotal}>
    <th scope="row">{name}</th>
    <td>{value}</td>
  </tr>
)
