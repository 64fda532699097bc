const maxLength = 50

/** What a new option is stored as, made from its name; none that is taken. @example optionValue('Water & Gas', []) // 'water-gas' */
export function optionValue(label: string, taken: readonly string[]): string {
  const plain = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '')
  const value = plain || 'option'
  if (!taken.includes(value)) return value
  let count = 2
  while (taken.includes(`${value}-${count}`)) count += 1
  return `${value}-${count}`
}
