import { dayInNewYork } from '@plumbline/contract'
import { useEffect, useState } from 'react'

/** Today in New York, also on a page that stays open overnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayInNewYork(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setToday(dayInNewYork(new Date())), 60_000)
    return () => clearInterval(timer)
  }, [])
  return today
}
