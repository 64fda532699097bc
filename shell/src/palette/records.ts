import { call, type Remote } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { fillText, type RecordIds, type RecordInView, type RecordsInView, recordsOf } from './declarations.ts'

type Fields = Record<string, unknown>

/** One record as its `read` answers it; a record that cannot be read is its id alone. */
async function loadRecord(
  { read, name = '' }: ReturnType<typeof recordsOf>[number],
  kind: string,
  id: string,
): Promise<RecordInView> {
  if (!read) return { id, name: '', fields: {} }
  const fields = await call({ method: 'GET', path: read }, { params: { [kind]: id } }).then(
    (answer: unknown) => answer as Fields,
    () => ({}) as Fields,
  )
  return { id, name: fillText(name, fields), fields }
}

/** The records of these ids, and those that they name in turn. */
export async function loadRecords(remotes: readonly Remote[], ids: RecordIds): Promise<RecordsInView> {
  const loaded: Record<string, RecordInView> = {}
  let wanted: RecordIds = ids
  while (Object.keys(wanted).length > 0) {
    const next: Record<string, string> = {}
    await Promise.all(
      Object.entries(wanted).map(async ([kind, id]) => {
        const declared = recordsOf(remotes).find((it) => it.kind === kind)
        const record = declared ? await loadRecord(declared, kind, id) : { id, name: '', fields: {} }
        loaded[kind] = record
        for (const [other, field] of Object.entries(declared?.related ?? {})) {
          const otherId = record.fields[field]
          if (typeof otherId === 'number') next[other] = String(otherId)
        }
      }),
    )
    wanted = Object.fromEntries(Object.entries(next).filter(([kind]) => !(kind in loaded)))
  }
  return loaded
}

/** The same for as long as a palette or a menu is open; undefined until it is known. */
export const useRecords = (remotes: readonly Remote[], ids: RecordIds): RecordsInView | undefined =>
  useQuery({
    queryKey: ['records in view', ids],
    queryFn: () => loadRecords(remotes, ids),
    staleTime: 0,
    gcTime: 0,
  }).data
