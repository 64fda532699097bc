import type { Service } from '@plumbline/business/api'
import { formatMoney, type Money } from '@plumbline/contract/money'
import { changeServices } from './businessCalls.ts'
import { durationText } from './durations.ts'
import { EditableList } from './EditableList.tsx'
import type { SectionProps } from './SectionForm.tsx'
import { ServiceDialog } from './ServiceDialog.tsx'

const detailOf = ({ durationMinutes, hourlyRate, onLandingPage, taxable }: Service): string =>
  [
    durationText(durationMinutes),
    hourlyRate && `${formatMoney(hourlyRate as Money)} an hour`,
    !onLandingPage && 'not on the public page',
    !taxable && 'not taxable',
  ]
    .filter(Boolean)
    .join(' · ')

/** What the business offers, in its order. */
export const ServicesSection = ({ business, record }: SectionProps) => (
  <EditableList
    record={record}
    title="Services"
    text="On the public page and in the form of an appointment, in this order."
    stored={business.services}
    send={(services, ifMatch) => changeServices({ services }, ifMatch)}
    keyOf={({ id }) => id}
    nameOf={({ title }) => title}
    detailOf={detailOf}
    addLabel="Add service"
    removeLabel="Retire"
    removed={({ title }) => `${title} is retired. Appointments keep it.`}
    lastStays="A business offers one service at least. Add another one first."
    ordered
    changed={business.changed.services}
    dialog={(opened, onClose) => <ServiceDialog {...{ ...opened, rates: business.rates, record, onClose }} />}
  />
)
