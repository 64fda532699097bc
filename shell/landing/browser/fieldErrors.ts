import type { Problems } from './leadRules.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export const controlsOf = (form: HTMLFormElement): Control[] => [
  ...form.querySelectorAll<Control>('.field :is(input, select, textarea)'),
]

/** Writes each complaint under its field and returns the first field that has one. */
export function showProblems(form: HTMLFormElement, problems: Problems): Control | undefined {
  return controlsOf(form).filter((control) => {
    const problem = problems.get(control.name) ?? ''
    const place = document.getElementById(`${control.name}-error`)
    if (place) place.textContent = problem
    if (problem) control.ariaInvalid = 'true'
    else control.removeAttribute('aria-invalid')
    return problem
  })[0]
}

/** Only fields already marked are judged again while the person types. */
export function keepMarked(form: HTMLFormElement, problems: Problems): Problems {
  const marked = controlsOf(form).filter((control) => control.ariaInvalid === 'true')
  return new Map([...problems].filter(([name]) => marked.some((control) => control.name === name)))
}
