import { signOut } from '@plumbline/contract'

/** Signs out and leads to the landing page, also when the server cannot be told. */
export async function leave(): Promise<void> {
  try {
    await signOut()
  } catch (error) {
    console.error(error)
  }
  window.location.assign('/')
}
