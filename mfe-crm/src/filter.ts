type Person = { firstName: string; lastName: string; email: string; phone: string }
type Searched = { words: string; digits: string }
const prepared = new WeakMap<Person, Searched>()

function searchedOf(person: Person): Searched {
  const known = prepared.get(person)
  if (known) return known
  const { firstName, lastName, email, phone } = person
  const made = {
    words: `${firstName} ${lastName} ${email}`.toLocaleLowerCase(),
    digits: phone.replace(/\D/g, ''),
  }
  prepared.set(person, made)
  return made
}

/** Whose first name, last name or e-mail holds this text, whatever the case; with `phone` also whose number does. */
export function matching<P extends Person>(
  people: readonly P[],
  search: string,
  phone = false,
): readonly P[] {
  const wanted = search.trim().toLocaleLowerCase()
  if (wanted === '') return people
  const digits = phone && /^[\d\s()+.-]+$/.test(wanted) ? wanted.replace(/\D/g, '') : ''
  return people.filter((person) => {
    const { words, digits: number } = searchedOf(person)
    return words.includes(wanted) || (digits !== '' && number.includes(digits))
  })
}
