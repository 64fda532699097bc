import { css } from '@emotion/react'
import { color, phone, radius, space, text } from '@plumbline/ui'
import { FlaskConical } from 'lucide-react'
import { startWithEmptyBook, useDemonstration } from './demonstration.ts'
import { EmptyBook } from './EmptyBook.tsx'
import { bannerPlace } from './place.ts'

const line = css`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  height: 100%;
  padding: 0 ${space(3)};
  border-radius: ${radius.control};
  background: ${color.sunken};
  color: ${color.muted};
  font-size: ${text.sm};
  white-space: nowrap;
  > span { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; }
  svg { flex: none; }
  ${phone} { padding: 0 ${space(2)}; font-size: ${text.xs}; svg { display: none; } }
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
  return (
    <>
      {isPresent && (
        <div css={bannerPlace}>
          <div css={line}>
            <FlaskConical size={16} aria-hidden />
            <span>Demonstration data</span>
            {isRemovable && (
              <button type="button" css={press} onClick={startWithEmptyBook}>
                Start with an empty book
              </button>
            )}
          </div>
        </div>
      )}
      <EmptyBook />
    </>
  )
}
