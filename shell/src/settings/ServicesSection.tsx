import type { Service } from '@plumbline/business/api'
import { toast } from '@plumbline/contract'
import { formatMoney, type Money } from '@plumbline/contract/money'
import { useState } from 'react'
import { changeServices } from './businessCalls.ts'
import { durationText } from './durations.ts'
import { EditableList } from './EditableList.tsx'
import type { SectionProps } from './SectionForm.tsx'
import { ServiceDialog } from './ServiceDialog.tsx'
import { useListChange } from './useListChange.ts'

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
export function ServicesSection({ business, record }: SectionProps) {
  const [edited, setEdited] = useState<Service | 'new'>()
  const { items, pending, change } = useListChange(business.services, record.etag, (services, ifMatch) =>
    changeServices({ services: [...services] }, ifMatch),
  )
  const retire = (service: Service) => {
    if (items.length === 1)
      return toast({
        title: 'Error',
        description: 'A business offers one service at least. Add another one first.',
        tone: 'destructive',
      })
    change(
      items.filter(({ id }) => id !== service.id),
      `${service.title} is retired. Appointments keep it.`,
    )
  }
  return (
    <>
      <EditableList
        title="Services"
        text="On the public page and in the form of an appointment, in this order."
        items={items}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        detailOf={detailOf}
        addLabel="Add service"
        removeLabel="Retire"
        busy={pending}
        changed={business.changed.services}
        onAdd={() => setEdited('new')}
        onEdit={setEdited}
        onRemove={retire}
        onReorder={(services) => change(services, 'The order is set.')}
      />
      {edited && (
        <ServiceDialog
          service={edited === 'new' ? undefined : edited}
          business={business}
          record={record}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}
