import { describe, expect, it } from 'vitest'
import type { $ZodType } from 'zod/v4/core'
import { safeParse } from 'zod/v4/core'
import { CustomerChanges, CustomerForm, CustomerPageForm, LeadForm, serviceTypeOf } from './api.ts'

const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '5555550101' }
const invalid = { firstName: '', lastName: ' ', email: 'ann@', phone: '555 5501', address: ' ' }

/** The first message of each field that is wrong. */
function messagesOf(form: $ZodType, values: object) {
  const issues = safeParse(form, values).error?.issues ?? []
  return Object.fromEntries(issues.map((it) => [it.path.join('.'), it.message]).reverse())
}

describe('the messages of forms', () => {
  const names = { firstName: 'First name is required', lastName: 'Last name is required' }
  const short = { email: 'Please enter a valid email', phone: 'Please enter a valid phone number' }

  it('the estimate dialog and the customer dialog name every field that is wrong', () => {
    expect(messagesOf(LeadForm, invalid)).toEqual({ ...names, ...short })
    expect(messagesOf(CustomerForm, invalid)).toEqual({ ...names, ...short })
    expect(messagesOf(CustomerForm, {})).toEqual({ ...names, ...short })
  })

  it('the page for a new customer has messages of its own and requires an address', () => {
    const page = {
      ...names,
      phone: 'Phone number must be at least 10 digits',
      email: 'Please enter a valid email address',
      address: 'Address is required',
    }
    expect(messagesOf(CustomerPageForm, invalid)).toEqual(page)
    expect(messagesOf(CustomerPageForm, {})).toEqual(page)
    expect(messagesOf(CustomerPageForm, { ...ann, address: '1 Elm' })).toEqual({})
  })

  it('a change may leave fields out, but required ones must not be empty', () => {
    expect(messagesOf(CustomerChanges, {})).toEqual({})
    expect(messagesOf(CustomerChanges, { firstName: '', email: 'x' })).toEqual({
      firstName: names.firstName,
      email: short.email,
    })
  })

  it('any ten characters are accepted as a phone number', () => {
    expect(messagesOf(CustomerForm, { ...ann, phone: 'ask inside' })).toEqual({})
    expect(messagesOf(CustomerForm, { ...ann, phone: 'ask insid' })).toEqual({ phone: short.phone })
  })
})

it('a service that is no longer offered becomes the job General Repairs', () => {
  expect(serviceTypeOf('Roofing')).toBe('General Repairs')
})
