import { dayAt } from '@plumbline/contract'
import { useEffect, useState } from 'react'

/** Today, also on a page that stays open overnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayAt(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setToday(dayAt(new Date())), 60_000)
    return () => clearInterval(timer)
  }, [])
  return today
}
