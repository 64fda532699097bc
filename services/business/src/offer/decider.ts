import { refuseField } from '@plumbline/platform/errors'
import { centsOf } from '@plumbline/platform/money'
import { defaultServices, type Service, type ServicesForm } from '../api.ts'
import type { BusinessEvent, OfferedService } from '../events.ts'
import { isSame } from '../settings/record.ts'

type ServiceForm = ServicesForm['services'][number]

/** What happened between the services that were offered and those that are now. */
export function changedServices(
  forms: readonly ServiceForm[],
  before: readonly Service[],
  history: readonly BusinessEvent[],
  changedAt: string,
): BusinessEvent[] {
  const everOffered = new Set([
    ...defaultServices.map(({ id }) => id),
    ...history.flatMap((it) => (it.type === 'ServiceOffered' ? [it.data.serviceId] : [])),
  ])
  let lastId = Math.max(...everOffered)
  const services = forms.map(({ id, hourlyRate, ...form }, i) => {
    if (id !== undefined && !everOffered.has(id)) refuseField(`services.${i}.id`, 'There is no such service.')
    const fields = { ...form, hourCents: hourlyRate === null ? null : centsOf(hourlyRate) }
    return { id: id ?? ++lastId, fields }
  })
  const ids = services.map(({ id }) => id)
  const retired = before.filter(({ id }) => !ids.includes(id)).map(({ id }) => id)
  const offered = ids.filter((id) => !before.some((service) => service.id === id))
  const remaining = before.map(({ id }) => id).filter((id) => !retired.includes(id))
  return [
    ...retired.map(
      (serviceId): BusinessEvent => ({ type: 'ServiceRetired', data: { serviceId, changedAt } }),
    ),
    ...services.flatMap(({ id, fields }) =>
      offerOrChange(
        id,
        fields,
        before.find((service) => service.id === id),
        changedAt,
      ),
    ),
    ...(isSame(ids, [...remaining, ...offered])
      ? []
      : [{ type: 'ServicesOrdered', data: { serviceIds: ids, changedAt } } as const]),
  ]
}

function offerOrChange(
  serviceId: number,
  fields: OfferedService,
  before: Service | undefined,
  changedAt: string,
): BusinessEvent[] {
  if (!before) return [{ type: 'ServiceOffered', data: { serviceId, ...fields, changedAt } }]
  const { hourlyRate, ...rest } = before
  const known: Record<string, unknown> = {
    ...rest,
    hourCents: hourlyRate === null ? null : centsOf(hourlyRate),
  }
  const different = Object.entries(fields).filter(([name, value]) => !isSame(value, known[name]))
  return different.length > 0
    ? [{ type: 'ServiceChanged', data: { serviceId, ...Object.fromEntries(different), changedAt } }]
    : []
}
