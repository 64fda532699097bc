type Styles = Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>

/** Formats by zone; making one takes longer than using it. */
function textIn(styles: Styles): (timeZone: string, at: string) => string {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (timeZone, at) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...styles, timeZone })
    formats.set(timeZone, format)
    return format.format(new Date(at))
  }
}

/** @example timeText('America/New_York', '2026-11-24T13:00:00.000Z') // '8:00 AM' */
export const timeText = textIn({ timeStyle: 'short' })

/** @example dateTimeText('America/New_York', '2026-11-24T15:00:00.000Z') // 'Nov 24, 2026, 10:00 AM' */
export const dateTimeText = textIn({ dateStyle: 'medium', timeStyle: 'short' })
/** @example dayText('America/New_York', '2026-11-24T15:00:00.000Z') // 'Nov 24, 2026' */
export const dayText = textIn({ dateStyle: 'medium' })
