/** What is wrong with lines as a whole takes the focus as a field does. */
export const focusable = ({ error }: { error?: string }) =>
  error !== undefined && { 'aria-invalid': true, tabIndex: -1 }
