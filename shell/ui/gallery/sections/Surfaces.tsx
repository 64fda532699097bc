import { CalendarDays, CircleDollarSign, FileText, MessageSquare, Phone } from 'lucide-react'
import { useState } from 'react'
import {
  Avatar,
  Badge,
  Button,
  Card,
  Disclosure,
  PageHeader,
  ProgressBar,
  Stat,
  StatusBadge,
  type StatusLook,
  space,
  Tabs,
  Timeline,
} from '../../src/index.ts'
import { Columns, Row, Section } from '../Section.tsx'

const scheduled: StatusLook = { label: 'Scheduled', icon: CalendarDays, tone: 'blue' }
const looks: StatusLook[] = [
  scheduled,
  { label: 'In Progress', icon: Phone, tone: 'amber' },
  { label: 'Completed', icon: FileText, tone: 'green' },
  { label: 'Overdue', icon: CircleDollarSign, tone: 'red' },
  { label: 'Cancelled', icon: MessageSquare, tone: 'muted' },
]

const history = [
  {
    id: '4',
    icon: CircleDollarSign,
    tone: 'green' as const,
    title: 'Paid $187.50 by Zelle',
    at: 'Today, 4:10 PM',
  },
  { id: '3', icon: FileText, title: 'Invoice INV-1042 sent', at: 'Mar 14' },
  {
    id: '2',
    icon: CalendarDays,
    tone: 'blue' as const,
    title: 'Faucet repair',
    at: 'Mar 12, 9:30 AM',
    children: 'Replaced the cartridge and both supply lines. Two and a half hours.',
  },
  { id: '1', icon: Phone, title: 'Requested an estimate', at: 'Mar 9' },
]

function Figures() {
  return (
    <Columns min={150} stretch>
      <Stat
        label={<a href="#surfaces">Due this week</a>}
        value="$1,237.50"
        hint="6 invoices, 2 overdue"
        icon={FileText}
      />
      <Stat label="Jobs today" value="3" hint="Next at 1:30 PM" icon={CalendarDays} />
      <Stat label="New messages" value="12" icon={MessageSquare} />
      <Stat
        label="Booked hours"
        value="26.5"
        hint={<ProgressBar label="Booked hours" value={26.5} max={40} />}
      />
    </Columns>
  )
}

function Pages() {
  const [tab, setTab] = useState('overview')
  return (
    <Card>
      <PageHeader
        back={<a href="#surfaces">Appointments</a>}
        title="Faucet repair for Élodie Delacroix-Montgomery"
        badge={<StatusBadge look={scheduled} />}
        text="Thursday, March 12, 9:30 AM to 12:00 PM"
        actions={
          <>
            <Button>Reschedule</Button>
            <Button tone="primary">Start job</Button>
          </>
        }
      />
      <Tabs
        label="Appointment"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'overview', label: 'Overview', content: 'What was agreed.' },
          { value: 'invoices', label: 'Invoices (2)', content: 'What is to be paid.' },
          { value: 'messages', label: 'Messages', content: 'What was said.' },
        ]}
      />
    </Card>
  )
}

export const Surfaces = () => (
  <Section title="Surfaces">
    <Row>
      {looks.map((look) => (
        <StatusBadge key={look.label} look={look} />
      ))}
    </Row>
    <Row>
      <Badge>Repeats</Badge>
      <Badge tone="red">Lien possible</Badge>
      <Avatar firstName="Ann" lastName="Lee" />
      <Avatar firstName="Élodie" lastName="Delacroix" size="sm" />
      <Avatar firstName="Greg" lastName="Halvorsen" size="lg" />
    </Row>
    <Figures />
    <Columns min={340} stretch>
      <Card title="History" action={<Button size="sm">Add note</Button>}>
        <Timeline entries={history.slice(0, 2)} />
        <Disclosure label="Earlier">
          <Timeline entries={history.slice(2)} />
        </Disclosure>
      </Card>
      <Card title="Balance">
        <div css={{ display: 'grid', gap: space(3) }}>
          <p>$112.50 of $300.00 is paid. The rest is due on completion.</p>
          <ProgressBar label="Paid" value={112.5} max={300} />
        </div>
      </Card>
    </Columns>
    <Pages />
  </Section>
)
