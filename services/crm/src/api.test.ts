import { describe, expect, it } from 'vitest'
import type { $ZodType } from 'zod/v4/core'
import { safeParse } from 'zod/v4/core'
import { CustomerChanges, CustomerForm, CustomerPageForm, LeadForm, serviceTypeOf } from './api.ts'

const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '5555550101' }
const nothing = { firstName: '', lastName: ' ', email: 'ann@', phone: '555 5501', address: ' ' }

/** The first complaint about each field. */
function complaints(form: $ZodType, values: object) {
  const issues = safeParse(form, values).error?.issues ?? []
  return Object.fromEntries(issues.map((it) => [it.path.join('.'), it.message]).reverse())
}

describe('the words of the forms', () => {
  const names = { firstName: 'First name is required', lastName: 'Last name is required' }
  const short = { email: 'Please enter a valid email', phone: 'Please enter a valid phone number' }

  it('the estimate dialog and the customer dialog', () => {
    expect(complaints(LeadForm, nothing)).toEqual({ ...names, ...short })
    expect(complaints(CustomerForm, nothing)).toEqual({ ...names, ...short })
    expect(complaints(CustomerForm, {})).toEqual({ ...names, ...short })
  })

  it('the page', () => {
    const page = {
      ...names,
      phone: 'Phone number must be at least 10 digits',
      email: 'Please enter a valid email address',
      address: 'Address is required',
    }
    expect(complaints(CustomerPageForm, nothing)).toEqual(page)
    expect(complaints(CustomerPageForm, {})).toEqual(page)
    expect(complaints(CustomerPageForm, { ...ann, address: '1 Elm' })).toEqual({})
  })

  it('a change may leave everything out, and nothing empty', () => {
    expect(complaints(CustomerChanges, {})).toEqual({})
    expect(complaints(CustomerChanges, { firstName: '', email: 'x' })).toEqual({
      firstName: names.firstName,
      email: short.email,
    })
  })

  it('ten characters make a phone number, whatever they are', () => {
    expect(complaints(CustomerForm, { ...ann, phone: 'ask inside' })).toEqual({})
    expect(complaints(CustomerForm, { ...ann, phone: 'ask insid' })).toEqual({ phone: short.phone })
  })
})

it('a service of old data is a general repair', () => {
  expect(serviceTypeOf('Roofing')).toBe('General Repairs')
})
