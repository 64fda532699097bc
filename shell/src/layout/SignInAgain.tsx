import { css, Global } from '@emotion/react'
import { toastsAtom } from '@plumbline/contract'
import { sessionEndAtom } from '@plumbline/contract/shell'
import { color, layer, useModal } from '@plumbline/ui'
import { getDefaultStore, useAtomValue } from 'jotai'
import { lazy, Suspense, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { loadLogin } from '../pages/loadLogin.ts'

const Login = lazy(loadLogin)

const over = css`
  position: fixed;
  z-index: ${layer.modal};
  inset: 0;
  overflow-y: auto;
  background: ${color.paper};
`

const hidden = css`
  [data-signed-out], [data-signed-out] * { visibility: hidden !important; }
`

/**
 * Hides everything else of the document, dialogs included, from eyes and from the browser's search: what was typed
 * stays, hidden until its user is back.
 */
function hideAllBut(overlay: HTMLElement | null): () => void {
  const others = [...document.body.children].filter((it) => it !== overlay && !it.matches('[data-toasts]'))
  for (const it of others) it.setAttribute('data-signed-out', '')
  return () => {
    for (const it of others) it.removeAttribute('data-signed-out')
  }
}

const stayOpen = () => {}

/** The login screen in place of a page whose session ended; the page stays as it is beneath, half-filled forms included. */
export function SignInAgain({ username }: { username: string }) {
  const overlay = useRef<HTMLDivElement>(null)
  const ended = useAtomValue(sessionEndAtom)
  useModal(overlay, false, stayOpen)
  useLayoutEffect(() => {
    // a notification may name a customer as well
    getDefaultStore().set(toastsAtom, [])
    return hideAllBut(overlay.current)
  }, [])
  return createPortal(
    <div css={over} ref={overlay} data-layer>
      <Global styles={hidden} />
      <Suspense>
        <Login reauthenticate={{ username: ended === 'expired' ? username : '', ended }} />
      </Suspense>
    </div>,
    document.body,
  )
}
