import { type Right, rightsOf } from '@plumbline/platform/rights'

/** What is added to the rights of a role, and what is taken from them. */
export type OwnRights = { granted: readonly Right[]; denied: readonly Right[] }

const brings = (granted: Right, right: Right) => rightsOf({ role: '', granted: [granted] }).includes(right)

/** Gives a member one right more, with those that it needs, or takes one, with those that need it. */
export function toggleRight(
  role: string,
  { granted, denied }: OwnRights,
  right: Right,
  given: boolean,
): OwnRights {
  const isOfRole = (it: Right) => rightsOf({ role }).includes(it)
  if (!given)
    return {
      granted: granted.filter((it) => !brings(it, right)),
      denied: isOfRole(right) ? [...denied.filter((it) => !brings(it, right)), right] : denied,
    }
  return {
    granted: isOfRole(right) ? granted : [...granted.filter((it) => !brings(right, it)), right],
    denied: denied.filter((it) => !brings(right, it)),
  }
}
