import { atom, getDefaultStore } from 'jotai'

type Question = { answer: (isConfirmed: boolean) => void }

/** Asks the member of an own device for the password, which a call needs; null while none does. The shell shows it. */
export const passwordQuestionAtom = atom<Question | null>(null)
const store = getDefaultStore()
let asked: Promise<boolean> | undefined

/** True once the password was given; calls of the same moment ask once. */
export function askForPassword(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => store.set(passwordQuestionAtom, { answer: resolve })).finally(
    () => {
      asked = undefined
      store.set(passwordQuestionAtom, null)
    },
  )
  return asked
}
