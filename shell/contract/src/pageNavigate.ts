import { type NavigateOptions, type To, useLocation, useNavigate } from 'react-router-dom'

/**
 * Leads on from this page after a save. When people have gone to another one meanwhile it leads nowhere: an answer that comes
 * late does not take them away.
 */
export function usePageNavigate(): (to: To, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (to, options) => {
    if (window.location.pathname === pathname) void navigate(to, options)
  }
}
