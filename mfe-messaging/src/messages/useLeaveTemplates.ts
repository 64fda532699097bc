import { useParam } from '@plumbline/contract'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * Leaves the templates for another tab. The step that opened them in this page is taken back, so that Back leads to where one
 * came from, and not to the templates; except when it led away from the conversation with a customer.
 */
export function useLeaveTemplates(): (tab: string | null) => void {
  const [tab, setTab] = useParam('tab')
  const [customer] = useParam('customer')
  const [contact] = useParam('contact')
  const navigate = useNavigate()
  const conversation = `${customer} ${contact}`
  const before = useRef({ tab, conversation })
  // not by a link: then what is before them is another page
  const canGoBack = useRef(false)
  const nextTab = useRef<string | null>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the place
  useEffect(() => {
    const last = before.current
    before.current = { tab, conversation }
    canGoBack.current = last.tab !== 'templates' && last.conversation === conversation
    const next = nextTab.current
    nextTab.current = undefined
    if (next !== undefined && next !== tab) setTab(next, { replace: true })
  }, [tab, conversation])
  return (next) => {
    if (!canGoBack.current) return setTab(next, { replace: true })
    nextTab.current = next
    void navigate(-1)
  }
}
