import { confirmLeave, signOut } from '@plumbline/contract'

/** Signs out and opens the landing page, also when the call fails. Asks before unsaved changes are lost. */
export async function signOutAndRedirect(): Promise<void> {
  if (!(await confirmLeave())) return
  try {
    await signOut()
  } catch (error) {
    console.error(error)
  }
  window.location.assign('/')
}
