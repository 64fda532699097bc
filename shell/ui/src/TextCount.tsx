import { css } from '@emotion/react'
import { useEffect, useRef, useState } from 'react'
import { color, text } from './tokens.ts'
import { hidden } from './VisuallyHidden.tsx'

const minShareShown = 0.8
// what is read out while someone types would disturb them
const announceDelayMs = 1_000

const note = css`
  color: ${color.muted};
  font-size: ${text.sm};
  font-variant-numeric: tabular-nums;
  /* takes no place in the field around it */
  &:empty { position: absolute; }
`

const format = (count: number) => count.toLocaleString('en-US')

/** How many characters the text area before it has, once they come near the limit: `4,120 of 5,000 characters`. */
export function TextCount({ limit }: { limit: number }) {
  const place = useRef<HTMLParagraphElement>(null)
  const [length, setLength] = useState(0)
  const words = length < limit * minShareShown ? '' : `${format(length)} of ${format(limit)} characters`
  const [announcement, setAnnouncement] = useState('')
  // after every rendering, because a form also fills in texts by itself, which is no event
  useEffect(() => {
    const area = place.current?.previousElementSibling as HTMLTextAreaElement
    const count = () => setLength(area.value.length)
    count()
    area.addEventListener('input', count)
    return () => area.removeEventListener('input', count)
  })
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncement(words), announceDelayMs)
    return () => clearTimeout(timer)
  }, [words])
  return (
    <>
      <p ref={place} css={[note, length > limit && { color: color.red }]} aria-hidden>
        {words}
      </p>
      <span css={hidden} role="status">
        {announcement}
      </span>
    </>
  )
}
