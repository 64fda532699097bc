import { type AnyRoute, route } from '@plumbline/platform/http'
import { importRows, startImport, undoImport } from '../api.ts'
import * as commands from './commands.ts'

export const importRoutes: readonly AnyRoute[] = [
  route(startImport, (call) => commands.startImport(call)),
  route(importRows, async (call) => {
    const { rows, dryRun } = call.body
    const work = dryRun ? commands.previewRows : commands.importRows
    return { rows: await work(call, call.params.id, rows) }
  }),
  route(undoImport, (call) => commands.undoImport(call, call.params.id)),
]
