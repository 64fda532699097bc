import { call, callTagged, formatDay, orNull, useParam } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { FormPage, useForm } from '@plumbline/contract/form'
import { ListView, useList } from '@plumbline/contract/list'
import { Button, buttonStyle, Drawer, EmptyState, Field, FieldRow, PageHeader } from '@plumbline/ui'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'

// what the service's `api.ts` exports
const ToolForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Name is required')),
  serialNumber: z.string(),
  boughtOn: z.iso.date('Please enter a date'),
})
const Tool = z.extend(ToolForm, { id: z.int(), status: z.enum(['ready', 'in_repair']) })
const listTools = { method: 'GET', path: '/api/tools', response: z.array(Tool) }
const getTool = { method: 'GET', path: '/api/tools/:id', response: Tool }
const createTool = { method: 'POST', path: '/api/tools', body: ToolForm, response: Tool }
const deleteTool = { method: 'DELETE', path: '/api/tools/:id' }

const toolsQuery = () =>
  queryOptions({
    queryKey: ['tools'],
    queryFn: ({ signal }) => call(listTools, { signal }),
    meta: { changedBy: ['tool'] },
  })
const toolQuery = (id: string) =>
  queryOptions({
    queryKey: ['tools', id],
    queryFn: ({ signal }) => orNull(callTagged(getTool, { params: { id }, signal })),
    meta: { changedBy: ['tool'] },
  })

const noun = ['tool', 'tools'] as const
const toTools = { to: '/tools', label: 'Tools' }
const addTool = (
  <Link to="/tools/new" css={buttonStyle('primary')}>
    Add Tool
  </Link>
)

/** `/tools`: search, status and order in the URL, export, one tool beside the list. */
export function ToolListPage() {
  const { data: tools } = useSuspenseQuery(toolsQuery())
  const [open, setOpen] = useParam('tool')
  const list = useList(tools, {
    text: ({ name, serialNumber }) => `${name} ${serialNumber}`,
    statuses: [
      { value: '', label: 'All Statuses' },
      { value: 'ready', label: 'Ready' },
      { value: 'in_repair', label: 'In repair' },
    ],
    sorts: [
      { value: 'name', label: 'Name', compare: (a, b) => a.name.localeCompare(b.name) },
      { value: 'newest', label: 'Newest', compare: (a, b) => b.boughtOn.localeCompare(a.boughtOn) },
    ],
    csv: { name: 'tools.csv', columns: () => [['Name', ({ name }) => name]] },
  })
  return (
    <>
      <title>Tools</title>
      <PageHeader title="Tools" primary={addTool} />
      <ListView list={list} noun={noun} empty={<EmptyState title="No tools yet" action={addTool} />}>
        {(visible) =>
          visible.map(({ id, name }) => (
            <p key={id}>
              <Link to={`?tool=${id}`}>{name}</Link>
            </p>
          ))
        }
      </ListView>
      {open && <ToolDrawer id={open} onClose={() => setOpen(null)} />}
    </>
  )
}

/** One tool; deleting it can be undone from the notification. */
function ToolDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useQuery(toolQuery(id))
  const deletion = useAction(() => call(deleteTool, { params: { id } }), {
    refetch: [toolsQuery().queryKey],
    success: 'Tool deleted.',
    undo: () => call(createTool, { body: data?.value }),
    onDone: onClose,
  })
  return (
    <Drawer open onClose={onClose} title={data?.value.name ?? 'Tool'}>
      {data === null && <EmptyState title="Tool not found" />}
      {data && <p>Bought {formatDay(data.value.boughtOn)}</p>}
      <Button busy={deletion.pending} onClick={() => deletion.run()}>
        Delete
      </Button>
    </Drawer>
  )
}

/** `/tools/new`. */
export function ToolFormPage() {
  const navigate = useNavigate()
  const form = useForm(ToolForm, {
    defaults: { name: '', serialNumber: '', boughtOn: '' },
    send: (body, { key }) => call(createTool, { body, idempotencyKey: key }),
    refetch: [toolsQuery().queryKey],
    success: 'Tool added.',
    onDone: () => navigate('/tools', { replace: true }),
  })
  return (
    <FormPage form={form} title="New Tool" back={toTools} submitLabel="Add Tool" pendingLabel="Adding...">
      <Field label="Name" required {...form.field('name')} />
      <FieldRow>
        <Field label="Serial number" {...form.field('serialNumber')} />
        <Field label="Bought on" type="date" {...form.field('boughtOn')} />
      </FieldRow>
    </FormPage>
  )
}
