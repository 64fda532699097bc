import type { Option } from '../src/index.ts'

const firstNames = ['Ann', 'Greg', 'Élodie', 'Maria', 'Tom', 'Ruth', 'Samuel', 'Priya']
const lastNames = ['Lee', 'Halvorsen', 'Özil', 'Delacroix-Montgomery', 'Nguyen']
const streets = ['Maple Street', 'Harbor Road', 'Old Mill Lane']

export type Person = { id: string; firstName: string; lastName: string; address: string; cents: number }

/** People who do not exist, always the same ones. */
export const people: readonly Person[] = Array.from({ length: 2_000 }, (_, index) => ({
  id: String(index + 1),
  firstName: firstNames[index % firstNames.length] ?? '',
  lastName: lastNames[index % lastNames.length] ?? '',
  address: `${100 + index} ${streets[index % streets.length]}`,
  cents: 7_500 + (index % 7) * 3_750,
}))

const answerMs = 150

/** Searches as a server would: after a delay, unless the request is aborted. */
export function findPeople(text: string, signal: AbortSignal): Promise<Option[]> {
  const matches = people
    .map(({ id, firstName, lastName, address }) => ({
      value: id,
      label: `${firstName} ${lastName}`,
      detail: address,
    }))
    .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
    .slice(0, 8)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(matches), answerMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
