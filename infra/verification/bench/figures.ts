export type Figure = { figure: string; measured: number; target: string; reached: boolean }

/** What a bench has found out, each beside what it is to be. */
export function createFigures() {
  const list: Figure[] = []
  const add = (figure: string, measured: number, target: string, reached: boolean) =>
    list.push({ figure, measured: Math.round(measured * 100) / 100, target, reached })
  return {
    list,
    atLeast: (figure: string, measured: number, target: number) =>
      add(figure, measured, `≥ ${target}`, measured >= target),
    atMost: (figure: string, measured: number, target: number) =>
      add(figure, measured, `≤ ${target}`, measured <= target),
  }
}
export type Figures = ReturnType<typeof createFigures>
