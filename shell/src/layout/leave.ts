import { confirmLeave, signOut } from '@plumbline/contract'

/** Signs out and leads to the landing page, also when the server cannot be told. Asks before unsaved changes are lost. */
export async function leave(): Promise<void> {
  if (!(await confirmLeave())) return
  try {
    await signOut()
  } catch (error) {
    console.error(error)
  }
  window.location.assign('/')
}
