import { css, Global } from '@emotion/react'
import { color, phone, radius, space, text } from '@plumbline/ui'
import { useAtom } from 'jotai'
import { emptyBookAtom, startWithEmptyBook, useDemonstration } from './demonstration.ts'

/** On phones it is a line of the header, so that pages begin no lower. */
export const bannerHeight = '20px'

// what pages that are as high as the window leave to it
const room = css`
  :root { --banner: 48px; }
  ${phone} { :root { --banner: 0px; } }
`

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
  ${phone} {
    position: fixed;
    z-index: 40;
    inset: calc(4rem - ${bannerHeight}) 0 auto 0;
    justify-content: flex-start;
    gap: ${space(2)};
    height: ${bannerHeight};
    margin: 0;
    padding: 0 ${space(4)};
    border-radius: 0;
    background: none;
    font-size: ${text.xs};
  }
  @media (max-height: 480px) { ${phone} { position: absolute; } }
  @media print { display: none; }
`

// as tall as a finger needs, into the page below the header
const press = css`
  padding: 0;
  border: 0;
  background: none;
  color: ${color.accentStrong};
  font: inherit;
  font-weight: 600;
  cursor: pointer;
  &:hover { text-decoration: underline; }
  ${phone} { align-self: flex-start; min-height: 44px; padding-bottom: ${space(6)}; }
`

/** A line above every page, on phones in the header, while there are demonstration data. */
export function DemonstrationBanner() {
  const { isPresent, isRemovable } = useDemonstration()
  const [opened, setOpened] = useAtom(emptyBookAtom)
  return (
    <>
      {isPresent && (
        <div css={line}>
          <Global styles={room} />
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
