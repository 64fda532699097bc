export { createContentKey } from './contentKey.ts'
export { FormDialog } from './FormDialog.tsx'
export { FormPage } from './FormPage.tsx'
export { type Conflict, type FormHandle, type FormOptions, useForm } from './useForm.ts'
