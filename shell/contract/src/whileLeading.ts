/** Runs `work` in one window of this browser at a time; `signal` aborts when another window took over. */
export function whileLeading(name: string, work: (signal?: AbortSignal) => Promise<void>): void {
  if (navigator.locks) return void navigator.locks.request(name, () => work())
  // rarely needed, and every page would load it
  void import('./windowLease.ts').then(
    ({ leadByLease }) => leadByLease(name, work),
    () => work(),
  )
}
