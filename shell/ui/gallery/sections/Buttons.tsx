import { Archive, Copy, EllipsisVertical, Phone, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton, Menu, Tooltip } from '../../src/index.ts'
import { Row, Section } from '../Section.tsx'

export function Buttons() {
  const [done, setDone] = useState('Nothing chosen')
  return (
    <Section title="Buttons">
      <Row>
        <Button tone="primary">
          <Plus size={16} aria-hidden />
          New Appointment
        </Button>
        <Button>Edit</Button>
        <Button tone="quiet">Cancel</Button>
        <Button tone="danger">Delete</Button>
      </Row>
      <Row>
        <Button tone="primary" size="sm">
          Small
        </Button>
        <Button tone="primary">Middle</Button>
        <Button tone="primary" size="lg">
          Large
        </Button>
      </Row>
      <Row>
        <Button tone="primary" busy>
          <Plus size={16} aria-hidden />
          Saving…
        </Button>
        <Button busy>Sending…</Button>
        <Button tone="primary" disabled>
          Not now
        </Button>
        <Button disabled>Not now</Button>
      </Row>
      <Row>
        <IconButton label="Call Ann Lee" icon={Phone} />
        <IconButton label="Archive" icon={Archive} tone="secondary" />
        <Tooltip text="Sends the invoice again, with today’s date">
          <Button>With a tooltip</Button>
        </Tooltip>
        <Menu
          label="Actions"
          align="start"
          trigger={<IconButton label="More" icon={EllipsisVertical} tone="secondary" />}
          items={[
            { label: 'Duplicate', icon: Copy, onSelect: () => setDone('Duplicate') },
            { label: 'Archive', icon: Archive, onSelect: () => setDone('Archive') },
            { label: 'Move', disabled: true, onSelect: () => setDone('Move') },
            'line',
            { label: 'Delete', icon: Trash2, danger: true, onSelect: () => setDone('Delete') },
          ]}
        />
        <span data-testid="chosen">{done}</span>
      </Row>
    </Section>
  )
}
