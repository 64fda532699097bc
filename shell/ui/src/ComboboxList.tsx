import { css } from '@emotion/react'
import { Check, RotateCw } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import { floatingStyle } from './floating.ts'
import { useFloating } from './positionPopover.ts'
import { color, phone, radius, space, text } from './tokens.ts'
import type { Option, Results } from './useSearch.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

// the listbox itself scrolls: assistive technology knows it by `aria-controls`
const column = css`
  display: flex;
  flex-direction: column;
  min-height: 0;
`

const popup = css`
  flex-direction: column;
  max-height: 328px;
  overflow: hidden;
  &:popover-open { display: flex; }
`

const list = css`
  display: grid;
  min-height: 0;
  padding: ${space(1)};
  overflow-y: auto;
  &:empty { display: none; }
`

const entry = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  min-height: 40px;
  padding: ${space(1.5)} ${space(2)};
  border-radius: ${radius.control};
  line-height: 1.35;
  cursor: pointer;
  overflow-wrap: anywhere;
  svg { flex: none; color: ${color.accent}; }
  &:hover { background: ${color.sunken}; }
  &[data-active] { background: ${color.accentTint}; }
  ${phone} { min-height: 48px; }
`

const note = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  min-height: 48px;
  padding: ${space(2)} ${space(3)};
  color: ${color.muted};
`

type ComboboxListProps = {
  id: string
  anchor: RefObject<Element | null>
  results: Results & { retry: () => void }
  /** The results, and what else can be chosen. */
  options: readonly Option[]
  active: number
  chosen: Option | null
  empty: string
  onChoose: (option: Option) => void
}

export function ComboboxList({
  id,
  anchor,
  results,
  options,
  active,
  chosen,
  empty,
  onChoose,
}: ComboboxListProps) {
  const box = useRef<HTMLDivElement>(null)
  useFloating(anchor, box, true, { sameWidth: true })
  const { state, options: matches } = results
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const nothing = matches.length === 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus stays in the input, whatever is pressed in here
    <div
      ref={box}
      popover="manual"
      css={[floatingStyle, popup]}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div css={column}>
        <div id={`${id}-list`} role="listbox" aria-label="Results" css={list}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the input
            // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus and names the active one
            <div
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={option.value === chosen?.value}
              data-active={index === active || undefined}
              css={entry}
              onClick={() => onChoose(option)}
            >
              <span>
                {option.label}
                {option.detail && (
                  <span css={{ display: 'block', color: color.muted, fontSize: text.sm }}>
                    {option.detail}
                  </span>
                )}
              </span>
              {option.value === chosen?.value && <Check size={16} aria-hidden />}
            </div>
          ))}
        </div>
        <div role="status">
          {state === 'failed' ? (
            <div css={note}>
              The search did not work.
              <Button size="sm" tabIndex={-1} onClick={results.retry}>
                <RotateCw size={14} aria-hidden />
                Try again
              </Button>
            </div>
          ) : nothing ? (
            <div css={note}>{state === 'loading' ? 'Searching…' : empty}</div>
          ) : (
            <VisuallyHidden>
              {state === 'ready' && `${matches.length} ${matches.length === 1 ? 'result' : 'results'}`}
            </VisuallyHidden>
          )}
        </div>
      </div>
    </div>
  )
}
