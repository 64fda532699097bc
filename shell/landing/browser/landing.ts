import { watchDialog } from './estimateDialog.ts'
import { loadRules, mountForm } from './estimateForm.ts'
import { listenForHotkey } from './notifications.ts'

const dialog = document.querySelector<HTMLDialogElement>('#estimate')
const form = dialog?.querySelector('form')
const button = form?.querySelector<HTMLButtonElement>('[type=submit]')

// a rules chunk that does not arrive is asked for again on submit
const openFor = dialog && watchDialog(dialog, () => loadRules().catch(() => undefined))
if (form && button && openFor) mountForm(form, button, openFor)
listenForHotkey()
