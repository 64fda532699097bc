import type { EventStore } from '@plumbline/platform/event-store'
import { type AnyRoute, route } from '@plumbline/platform/http'
import { importRows, startImport, undoImport } from '../api.ts'
import * as commands from '../imports.ts'

export const importRoutes = (store: EventStore): AnyRoute[] => [
  route(startImport, (call) => commands.startImport({ store, ...call })),
  route(importRows, async (call) => {
    const { rows, dryRun } = call.body
    const work = dryRun ? commands.previewRows : commands.importRows
    return { rows: await work({ store, ...call }, call.params.id, rows) }
  }),
  route(undoImport, (call) => commands.undoImport({ store, ...call }, call.params.id)),
]
