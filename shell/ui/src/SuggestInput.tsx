import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { ComboboxList } from './ComboboxList.tsx'
import { inputStyle, useField } from './fieldContext.ts'
import { useOutsidePress } from './floating.ts'
import type { Option } from './useSearch.ts'

type SuggestInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onKeyDown'> & {
  value: string
  onChange: (text: string) => void
  /** What fits the text so far; without any it is a plain input. */
  suggestions: readonly Option[]
  onChoose: (option: Option) => void
}

/** A text that may be anything; what fits it is suggested while it is typed: arrow keys and Enter, or two touches. */
export function SuggestInput({ value, onChange, suggestions, onChoose, ...rest }: SuggestInputProps) {
  const id = useId()
  const root = useRef<HTMLSpanElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [active, setActive] = useState(-1)
  const open = isWanted && suggestions.length > 0
  const close = () => {
    setWanted(false)
    setActive(-1)
  }
  const choose = (option: Option) => {
    onChoose(option)
    close()
    input.current?.focus()
  }
  useOutsidePress(root, open, close)

  const press = (event: KeyboardEvent) => {
    // these keys belong to the letter that is being composed
    if (event.nativeEvent.isComposing) return
    const { key } = event
    const count = suggestions.length
    const chosen = suggestions[active]
    if (key === 'ArrowDown' && !isWanted) setWanted(true)
    else if (key === 'ArrowDown' && open) setActive((at) => (at + 1) % count)
    else if (key === 'ArrowUp' && open) setActive((at) => (at <= 0 ? count : at) - 1)
    else if (key === 'Enter' && open && chosen) choose(chosen)
    else if (key === 'Escape' && open) close()
    else return
    // nothing around the input acts on a key that was meant for the suggestions
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what happens inside
    <span
      ref={root}
      css={{ display: 'block' }}
      onBlur={({ relatedTarget }) => !root.current?.contains(relatedTarget) && close()}
    >
      <input
        css={inputStyle}
        {...useField()}
        {...rest}
        ref={input}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
        value={value}
        onClick={() => setWanted(true)}
        onChange={(event) => {
          onChange(event.target.value)
          setActive(-1)
          setWanted(true)
        }}
        onKeyDown={press}
      />
      {open && (
        <ComboboxList
          id={id}
          anchor={input}
          results={{ state: 'ready', options: suggestions, retry: () => {} }}
          options={suggestions}
          active={active}
          chosen={null}
          empty=""
          onChoose={choose}
        />
      )}
    </span>
  )
}
