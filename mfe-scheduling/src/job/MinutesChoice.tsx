import { Button, color, space } from '@plumbline/ui'

const chip = {
  '&[aria-pressed="true"]': {
    borderColor: color.accent,
    background: color.accentTint,
    color: color.accent,
  },
  flex: 1,
  minHeight: 44,
  padding: 0,
}

type MinutesChoiceProps = {
  /** What is chosen, read out. */
  label: string
  minutes: readonly number[]
  value: number | null
  onChoose: (minutes: number) => void
}

/** A few lengths of time to choose from in a dialog; the focus begins here, not on a text, which would open a phone's keyboard over it. */
export const MinutesChoice = ({ label, minutes, value, onChoose }: MinutesChoiceProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend
  <div role="group" aria-label={label} css={{ display: 'flex', gap: space(2) }}>
    {minutes.map((it) => (
      <Button
        key={it}
        css={chip}
        data-autofocus={it === (value ?? minutes[0]) || undefined}
        aria-pressed={it === value}
        onClick={() => onChoose(it)}
      >
        {it} min
      </Button>
    ))}
  </div>
)
