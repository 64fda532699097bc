import type { AppointmentEdit } from '@plumbline/scheduling/api'

/** What an undo needs: the job as the step left it, whatever the page shows by then. */
export type UndoEdit = { id: number; etag: string; change: AppointmentEdit }
