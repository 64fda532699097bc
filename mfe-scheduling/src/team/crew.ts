/** Whether two jobs are done by the same person, or both are unassigned. */
export const sharesCrew = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === 0 && b.length === 0 ? true : a.some((id) => b.includes(id))
