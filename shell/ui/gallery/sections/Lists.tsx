import { CircleAlert, CircleCheck, Phone } from 'lucide-react'
import {
  Avatar,
  Card,
  CardGrid,
  type Column,
  color,
  DataTable,
  EmptyState,
  IconButton,
  StatusBadge,
  type StatusLook,
  space,
  text,
} from '../../src/index.ts'
import { type Person, people } from '../people.ts'
import { Section } from '../Section.tsx'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const looks: StatusLook[] = [
  { label: 'Paid', icon: CircleCheck, tone: 'green' },
  { label: 'Overdue', icon: CircleAlert, tone: 'red' },
]

const columns: Column<Person>[] = [
  { key: 'name', label: 'Customer', cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { key: 'address', label: 'Address', cell: ({ address }) => address, card: 'plain' },
  {
    key: 'status',
    label: 'Status',
    card: 'end',
    cell: ({ id }) => <StatusBadge look={looks[Number(id) % looks.length] as StatusLook} />,
  },
  {
    key: 'amount',
    label: 'Amount',
    align: 'end',
    card: 'end',
    cell: ({ cents }) => dollars.format(cents / 100),
  },
  {
    key: 'call',
    label: 'Actions',
    align: 'end',
    card: 'hidden',
    cell: ({ firstName }) => <IconButton label={`Call ${firstName}`} icon={Phone} />,
  },
]

const Line = ({ person: { firstName, lastName, address } }: { person: Person }) => (
  <div
    css={{
      display: 'flex',
      gap: space(3),
      alignItems: 'center',
      padding: `${space(2.5)} ${space(5)}`,
      borderBottom: `1px solid ${color.line}`,
    }}
  >
    <Avatar firstName={firstName} lastName={lastName} />
    <div css={{ minWidth: 0 }}>
      <div css={{ fontWeight: 600 }}>{`${firstName} ${lastName}`}</div>
      <div css={{ color: color.muted, fontSize: text.sm }}>{address}</div>
    </div>
  </div>
)

export const Lists = () => (
  <Section title="Lists">
    <DataTable
      label="Invoices"
      columns={columns}
      rows={people.slice(0, 6)}
      rowKey={({ id }) => id}
      link={({ id }, content) => <a href={`#invoice-${id}`}>{content}</a>}
    />
    <DataTable
      label="Loading"
      columns={columns.slice(0, 4)}
      rows={undefined}
      rowKey={({ id }) => id}
      compact
    />
    <DataTable
      label="Nothing"
      columns={columns}
      rows={[]}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No invoices found">Invoices appear here once a job is completed.</EmptyState>}
    />
    <CardGrid label="Neighbors" items={people.slice(0, 60)} itemKey={({ id }) => id} estimate={90}>
      {(person) => (
        <Card>
          <Line person={person} />
        </Card>
      )}
    </CardGrid>
  </Section>
)
