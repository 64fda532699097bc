import type { CustomerEvent, LeadEvent } from '@plumbline/crm/events'
import { erased } from '@plumbline/platform/encryption'
import { type SearchDocument, toDocument } from '../document.ts'
import { nameSpellings, phoneDigits, phoneText, searchText } from '../searchText.ts'

export type PersonFacts = {
  id: number
  /** The customer that a lead became. */
  customerId: number | null
  firstName: string
  lastName: string
  email: string
  phone: string
  address: string | null
  /** What a lead asks for. */
  description: string | null
  at: string
}

export type SearchedCustomerEvent = Exclude<CustomerEvent, { type: 'CustomerStatusChanged' }>
export type SearchedLeadEvent = Extract<
  LeadEvent,
  { type: 'LeadReceived' | 'LeadDetailsChanged' | 'LeadRemoved' | 'LeadRestored' | 'LeadConverted' }
>

export const nameOf = ({ firstName, lastName }: PersonFacts): string => `${firstName} ${lastName}`.trim()

export function evolveCustomer(
  facts: PersonFacts | null,
  { type, data }: SearchedCustomerEvent,
): PersonFacts | null {
  switch (type) {
    case 'CustomerRegistered': {
      const { customerId: id, firstName, lastName, email, phone, address, registeredAt: at } = data
      return { id, customerId: null, firstName, lastName, email, phone, address, description: null, at }
    }
    case 'CustomerDetailsChanged': {
      if (!facts) return null
      const { firstName, lastName, email, phone, address } = { ...facts, ...data }
      return { ...facts, firstName, lastName, email, phone, address }
    }
    // found as the record that it was merged into
    case 'CustomerMerged':
    case 'CustomerRemoved':
      return null
  }
}

export function evolveLead(facts: PersonFacts | null, { type, data }: SearchedLeadEvent): PersonFacts | null {
  switch (type) {
    case 'LeadReceived':
    case 'LeadRestored': {
      const {
        leadId: id,
        firstName,
        lastName,
        email,
        phone,
        projectDescription: description,
        receivedAt: at,
      } = data
      return { id, customerId: null, firstName, lastName, email, phone, address: null, description, at }
    }
    case 'LeadDetailsChanged': {
      if (!facts) return null
      const { firstName, lastName, email, phone, projectDescription = facts.description } = data
      return {
        ...facts,
        firstName: firstName ?? facts.firstName,
        lastName: lastName ?? facts.lastName,
        email: email ?? facts.email,
        phone: phone ?? facts.phone,
        description: projectDescription,
      }
    }
    case 'LeadRemoved':
      return null
    case 'LeadConverted':
      return facts && { ...facts, customerId: data.customerId }
  }
}

/** Null for a person who has been erased. */
export function personDocument(
  kind: 'customer' | 'lead',
  facts: PersonFacts,
): SearchDocument<PersonFacts> | null {
  if (facts.firstName === erased) return null
  const { email, phone, address, description, at } = facts
  const name = nameOf(facts)
  return toDocument(kind, facts, {
    at,
    phone: phoneDigits(phone),
    [`${kind}Names`]: searchText(name),
    spellings: nameSpellings(name),
    text: searchText(name, email, address, phoneText(phone), description),
  })
}

export const describePerson = (facts: PersonFacts) => ({
  title: nameOf(facts),
  subtitle: [facts.phone, facts.email, facts.address].filter(Boolean).join(' · '),
})
