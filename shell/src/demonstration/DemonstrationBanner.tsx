import { css } from '@emotion/react'
import { color, phone, radius, space, text } from '@plumbline/ui'
import { useAtom } from 'jotai'
import { emptyBookAtom, startWithEmptyBook, useDemonstration } from './demonstration.ts'

const line = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  height: 32px;
  margin-bottom: ${space(4)};
  padding: 0 ${space(3)};
  border-radius: ${radius.control};
  background: ${color.sunken};
  color: ${color.muted};
  font-size: ${text.sm};
  white-space: nowrap;
  ${phone} { height: 24px; margin: -${space(1)} 0 ${space(1)}; padding: 0 ${space(2)}; font-size: ${text.xs}; }
  @media print { display: none; }
`

// as tall as a finger needs, into the space below it: above it is the header
const press = css`
  padding: 0;
  border: 0;
  background: none;
  color: ${color.accentStrong};
  font: inherit;
  font-weight: 600;
  cursor: pointer;
  &:hover { text-decoration: underline; }
  ${phone} { min-height: 44px; margin: -${space(1)} 0 -${space(4)}; padding-bottom: ${space(3)}; }
`

/** A line above every page while there are demonstration data. */
export function DemonstrationBanner() {
  const { isPresent, isRemovable } = useDemonstration()
  const [opened, setOpened] = useAtom(emptyBookAtom)
  return (
    <>
      {isPresent && (
        <div css={line}>
          <span>Demonstration data</span>
          {isRemovable && (
            <button type="button" css={press} onClick={startWithEmptyBook}>
              Start with an empty book
            </button>
          )}
        </div>
      )}
      {opened && <opened.Dialog onClose={() => setOpened(null)} />}
    </>
  )
}
