import { type KeyboardEvent, useEffect, useState } from 'react'
import type { Group } from './suggestions.ts'

/**
 * The row that Enter opens: the first one, until the arrow keys choose another; they go around, and with Page Up and Page
 * Down from group to group. Enter before the answer is there (`isWaiting`), or before the row knows where it leads, opens it
 * as soon as that is known.
 */
export function useActiveRow(id: string, groups: readonly Group[], text: string, isWaiting: boolean) {
  const rows = groups.flatMap((group) => group.rows)
  const [chosen, setChosen] = useState({ text, row: '' })
  const [enteredText, setEnteredText] = useState<string>()
  const at = chosen.text === text ? rows.findIndex((row) => row.id === chosen.row) : -1
  const index = Math.max(at, 0)
  const row = rows[index]
  const activeId = row && `${id}-${index}`
  const isReady = Boolean(row?.href ?? row?.onSelect) && (at >= 0 || !isWaiting)

  const moveTo = (next: number) => setChosen({ text, row: rows.at(next % rows.length)?.id ?? '' })
  const open = () => {
    if (!activeId) return
    document.getElementById(activeId)?.click()
    // what 'Show more' brings comes after the last one that was there
    if (row?.id === 'more') moveTo(index - 1)
  }
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  useEffect(() => {
    if (enteredText !== text || !isReady) return
    setEnteredText(undefined)
    if (row?.id !== 'retry') open()
  })

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    // of the first row of every group
    const starts = groups.map((_, n) => groups.slice(0, n).reduce((sum, group) => sum + group.rows.length, 0))
    const step = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: starts.find((start) => start > index) ?? 0,
      PageUp: starts.findLast((start) => start < index) ?? -1,
    }[event.key]
    if (event.key === 'Enter') isReady ? open() : setEnteredText(text)
    else if (step === undefined || rows.length === 0) return
    else moveTo(step)
    event.preventDefault()
  }
  return { activeId, press }
}
