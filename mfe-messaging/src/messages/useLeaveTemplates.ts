import { useParam } from '@plumbline/contract'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * Leaves the templates for another tab. The step that opened them in this page is taken back, so that Back leads to where one
 * came from, and not to the templates.
 */
export function useLeaveTemplates(): (tab: string | null) => void {
  const [tab, setTab] = useParam('tab')
  const navigate = useNavigate()
  const before = useRef(tab)
  // by a link: what is before them is another page
  const beganWithThem = useRef(tab === 'templates')
  const destination = useRef<string | null>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the tab
  useEffect(() => {
    if (tab === before.current) return
    before.current = tab
    const wanted = destination.current
    destination.current = undefined
    if (wanted !== undefined && wanted !== tab) setTab(wanted, { replace: true })
  }, [tab])
  return (wanted) => {
    if (beganWithThem.current) return setTab(wanted, { replace: true })
    destination.current = wanted
    void navigate(-1)
  }
}
