import { useState } from 'react'
import {
  Checkbox,
  Combobox,
  DateField,
  Field,
  MoneyField,
  type Option,
  SegmentedControl,
  Select,
  SuggestInput,
  Switch,
  Textarea,
  TimeField,
} from '../../src/index.ts'
import { findPeople } from '../people.ts'
import { Columns, Section } from '../Section.tsx'

const services = [
  { value: 'plumbing', label: 'Plumbing' },
  { value: 'electrical', label: 'Electrical' },
  { value: 'carpentry', label: 'Carpentry' },
]

const steps = [
  { value: 'new', label: 'New', disabled: true },
  { value: 'quoted', label: 'Quoted' },
  { value: 'won', label: 'Won' },
]

const items = [
  { value: '1', label: 'Water heater, 50 gal', detail: '$1,450.00 each' },
  { value: '2', label: 'Labor', detail: '$85.00 an hour' },
]

function Texts() {
  return (
    <Columns>
      <Field label="First name" defaultValue="Ann" />
      <Field label="Email" type="email" placeholder="ann@example.com" hint="For receipts and reminders." />
      <Field label="Phone" type="tel" defaultValue="555" error="Please enter a valid phone number" />
      <Field label="Invoice number" defaultValue="INV-1042" readOnly />
      <Field label="Company" defaultValue="Not used here" disabled />
      <Field label="Service">
        <Select options={services} defaultValue="plumbing" />
      </Field>
      <Field label="Status" error="Status is required">
        <Select options={[{ value: '', label: 'Choose a status' }, ...services]} defaultValue="" />
      </Field>
      <Field label="Notes" hint="Only your team sees this.">
        <Textarea limit={100} defaultValue="Gate code 4711. The dog is friendly." />
      </Field>
    </Columns>
  )
}

function Values() {
  const [day, setDay] = useState('2026-03-14')
  const [time, setTime] = useState('09:30')
  const [amount, setAmount] = useState('112.50')
  return (
    <Columns>
      <Field label="Date">
        <DateField value={day} onChange={setDay} />
      </Field>
      <Field label="Time">
        <TimeField value={time} onChange={setTime} step={900} />
      </Field>
      <Field label="Amount" hint="Hours times rate, before tax.">
        <MoneyField value={amount} onChange={setAmount} />
      </Field>
    </Columns>
  )
}

function Choices() {
  const [person, setPerson] = useState<Option | null>(null)
  const [failing, setFailing] = useState<Option | null>(null)
  const [item, setItem] = useState('')
  const [on, setOn] = useState(true)
  const [step, setStep] = useState('quoted')
  return (
    <Columns>
      <Field label="Customer" hint="By name, phone or address.">
        <Combobox
          value={person}
          onChange={setPerson}
          search={findPeople}
          placeholder="Search customers"
          empty="No customer has this name"
        />
      </Field>
      <Field label="Customer, while the server is down">
        <Combobox
          value={failing}
          onChange={setFailing}
          search={() => Promise.reject(new Error('down'))}
          placeholder="Search customers"
        />
      </Field>
      <Field label="Item" hint="Any words; the price book fills in what it knows.">
        <SuggestInput
          value={item}
          onChange={setItem}
          suggestions={items.filter(({ label }) => label.toLowerCase().includes(item.toLowerCase()))}
          onChoose={({ label }) => setItem(label)}
        />
      </Field>
      <div>
        <Checkbox label="Send a confirmation" defaultChecked />
        <br />
        <Checkbox label="Remind by text" hint="A day before, at nine." />
        <br />
        <Checkbox label="Not now" disabled />
      </div>
      <div>
        <Switch label="Text messages" hint="Reminders and replies" checked={on} onChange={setOn} />
        <Switch label="Email" defaultChecked={false} />
        <Switch label="Not now" disabled />
      </div>
      <SegmentedControl label="Step" segments={steps} value={step} onChange={setStep} />
    </Columns>
  )
}

export const Fields = () => (
  <Section title="Fields">
    <Texts />
    <Values />
    <Choices />
  </Section>
)
