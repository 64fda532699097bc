import { Archive, EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import {
  Button,
  Combobox,
  Confirm,
  confirm,
  Dialog,
  Drawer,
  Field,
  IconButton,
  Menu,
  type Option,
  Textarea,
} from '../../src/index.ts'
import { Toaster, type ToastView } from '../../src/Toaster.tsx'
import { findPeople } from '../people.ts'
import { Columns, Row, Section } from '../Section.tsx'

const paragraphs = Array.from({ length: 24 }, (_, index) => index + 1)

function AddCustomer({ onToast }: { onToast: (destructive: boolean) => void }) {
  const [open, setOpen] = useState(false)
  const [referrer, setReferrer] = useState<Option | null>(null)
  const close = () => setOpen(false)
  const discard = async () => {
    if (
      await confirm({
        title: 'Discard this customer?',
        action: 'Discard',
        keep: 'Keep editing',
        danger: true,
      })
    )
      close()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Dialog</Button>
      <Dialog
        open={open}
        onClose={close}
        title="Add customer"
        description="They get no message about this."
        footer={
          <>
            <Button onClick={discard}>Discard</Button>
            <Button tone="primary" onClick={() => onToast(true)}>
              Add customer
            </Button>
          </>
        }
      >
        <Columns min={200}>
          <Field label="First name" autoFocus />
          <Field label="Last name" />
          <Field label="Referred by">
            <Combobox
              value={referrer}
              onChange={setReferrer}
              search={findPeople}
              placeholder="Search customers"
            />
          </Field>
          <div>
            <Menu
              label="More"
              align="start"
              trigger={<IconButton label="More in here" icon={EllipsisVertical} tone="secondary" />}
              items={[{ label: 'Archive', icon: Archive, onSelect: close }]}
            />
          </div>
        </Columns>
      </Dialog>
    </>
  )
}

function Details() {
  const [open, setOpen] = useState<'short' | 'long'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Button onClick={() => setOpen('short')}>Drawer</Button>
      <Drawer
        open={open === 'short'}
        onClose={close}
        title="Appointment"
        description="Faucet repair, Thursday at 9:30 AM"
        footer={
          <Button tone="primary" onClick={close}>
            Save
          </Button>
        }
      >
        <Field label="Notes">
          <Textarea defaultValue="Gate code 4711." />
        </Field>
      </Drawer>
      <Button onClick={() => setOpen('long')}>Long dialog</Button>
      <Dialog
        open={open === 'long'}
        onClose={close}
        title="Terms of payment"
        width="sm"
        footer={<Button onClick={close}>Close</Button>}
      >
        {paragraphs.map((number) => (
          <p key={number}>{number}. Payment is due in full on completion.</p>
        ))}
      </Dialog>
    </>
  )
}

function Questions() {
  const [answer, setAnswer] = useState('Not asked')
  const askQuestion = async (danger: boolean) =>
    setAnswer(
      (await confirm({
        title: danger ? 'Cancel this appointment?' : 'Send the invoice?',
        text: danger
          ? 'Ann Lee will be notified by email and SMS. This cannot be undone.'
          : 'It goes to ann@example.com.',
        action: danger ? 'Cancel appointment' : 'Send invoice',
        keep: danger ? 'Keep it' : 'Not yet',
        danger,
      }))
        ? 'Yes'
        : 'No',
    )
  return (
    <>
      <Button onClick={() => askQuestion(false)}>Confirm</Button>
      <Button onClick={() => askQuestion(true)}>Confirm danger</Button>
      <span data-testid="answer">{answer}</span>
    </>
  )
}

function useToasts() {
  const [toasts, setToasts] = useState<readonly ToastView[]>([])
  const show = (destructive: boolean) =>
    setToasts((before) => [
      {
        id: (before[0]?.id ?? 0) + 1,
        title: destructive ? 'Error' : 'Message Sent',
        description: destructive
          ? 'Failed to add customer. Please try again.'
          : 'Your message has been sent successfully.',
        tone: destructive ? 'destructive' : 'default',
        open: true,
      },
    ])
  const dismiss = (id: number) =>
    setToasts((before) => before.map((it) => (it.id === id ? { ...it, open: false } : it)))
  return { toasts, show, dismiss }
}

export function Layers() {
  const { toasts, show, dismiss } = useToasts()
  return (
    <Section title="Layers">
      <Row>
        <AddCustomer onToast={show} />
        <Details />
        <Questions />
        <Button onClick={() => show(false)}>Toast</Button>
        <Button onClick={() => show(true)}>Toast of a failure</Button>
      </Row>
      <Confirm />
      <Toaster toasts={toasts} onDismiss={dismiss} />
    </Section>
  )
}
