import { css } from '@emotion/react'
import { ChevronsUpDown, X } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { ComboboxList } from './ComboboxList.tsx'
import { inputStyle, useField } from './fieldContext.ts'
import { useOutsidePress } from './floating.ts'
import { Spinner } from './Spinner.tsx'
import { color, phone, radius, space } from './tokens.ts'
import { type Option, type Search, useSearch } from './useSearch.ts'

const box = css`
  position: relative;
  display: block;
  input { padding-right: ${space(10)}; text-overflow: ellipsis; }
`

const mark = css`
  position: absolute;
  top: 1px;
  right: 1px;
  bottom: 1px;
  display: grid;
  place-items: center;
  width: 38px;
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.muted};
  pointer-events: none;
  button& { cursor: pointer; pointer-events: auto; }
  button&:hover { color: ${color.ink}; }
  ${phone} { inset: 0 0 0 auto; width: 44px; }
`

export type ComboboxProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: Option | null
  onChange: (option: Option | null) => void
  /** Asks the server for options that match a text; an empty text asks for the first ones. */
  search: Search
  /** Shown when nothing matches. */
  empty?: string
  /** Offers, as the last choice, to add what was typed. */
  onAdd?: (text: string) => void
}

const addValue = 'add'

/** Chooses one of many that the server searches: type, arrow keys, Enter; or two touches. */
export function Combobox({
  value,
  onChange,
  search,
  empty = 'Nothing found',
  onAdd,
  disabled,
  ...rest
}: ComboboxProps) {
  const id = useId()
  const root = useRef<HTMLSpanElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const results = useSearch(search, typed ?? '', open)
  const { state } = results
  const text = typed?.trim() ?? ''
  const isAddable = onAdd !== undefined && text !== '' && state === 'ready'
  const options = isAddable
    ? [...results.options, { value: addValue, label: `+ Add “${text}”` }]
    : results.options
  const close = () => {
    setOpen(false)
    setTyped(undefined)
    setActive(-1)
  }
  const choose = (option: Option | null) => {
    if (option?.value === addValue) onAdd?.(text)
    else onChange(option)
    close()
    input.current?.focus()
  }
  useOutsidePress(root, open, close)
  const inputText = typed ?? value?.label ?? ''
  const isTyped = typed !== undefined
  // what is typed takes the place of a label, also of one that comes while the input has the focus
  // biome-ignore lint/correctness/useExhaustiveDependencies: another label has to be selected anew
  useLayoutEffect(() => {
    if (!isTyped && document.activeElement === input.current) input.current?.select()
  }, [isTyped, inputText])

  const press = (event: KeyboardEvent) => {
    // these keys belong to the letter that is being composed
    if (event.nativeEvent.isComposing) return
    const count = options.length
    const chosen = options[active]
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!open) setOpen(true)
      else if (count > 0)
        setActive((at) => (key === 'ArrowDown' ? (at + 1) % count : (at <= 0 ? count : at) - 1))
    } else if (key === 'Enter' && open && state === 'failed') results.retry()
    else if (key === 'Enter' && open) {
      if (chosen && state === 'ready') choose(chosen)
    } else if (key === 'Escape' && open) close()
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what happens inside
    <span
      ref={root}
      css={box}
      onBlur={({ relatedTarget }) => !root.current?.contains(relatedTarget) && close()}
    >
      <input
        css={inputStyle}
        {...useField()}
        {...rest}
        ref={input}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
        disabled={disabled}
        value={inputText}
        onFocus={(event) => event.target.select()}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
          setOpen(true)
        }}
        onKeyDown={press}
      />
      {value && !disabled ? (
        <button type="button" css={mark} aria-label="Clear" onClick={() => choose(null)}>
          <X size={16} aria-hidden />
        </button>
      ) : (
        <span css={mark}>
          {open && state === 'loading' ? <Spinner /> : <ChevronsUpDown size={16} aria-hidden />}
        </span>
      )}
      {open && (
        <ComboboxList
          id={id}
          anchor={input}
          results={results}
          options={options}
          active={active}
          chosen={value}
          empty={empty}
          onChoose={choose}
        />
      )}
    </span>
  )
}
