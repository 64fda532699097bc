import { describe, expect, it } from 'vitest'
import { readEmails, readPhones } from './contacts.ts'

describe('a cell with phone numbers', () => {
  it.each([
    ['(919) 555-0301', '(919) 555-0301', []],
    ['(919) 555-0301, (919) 555-0302', '(919) 555-0301', ['Phone: (919) 555-0302']],
    ['919.555.0301 / 919.555.0302', '919.555.0301', ['Phone: 919.555.0302']],
    ['919-555-0301 or 919-555-0302', '919-555-0301', ['Phone: 919-555-0302']],
    ['919 555 0301 919 555 0302', '919 555 0301', ['Phone: 919 555 0302']],
    ['+1 919 555 0301 ::: +1 919 555 0302', '+1 919 555 0301', ['Phone: +1 919 555 0302']],
    ['Phone:(919) 555-0301 Mobile:(919) 555-0302', '(919) 555-0302', ['Phone: (919) 555-0301']],
    ['919-555-0301 (home), 919-555-0302 (cell)', '919-555-0302', ['Phone (home): 919-555-0301']],
    [
      'Work: 919-555-0301\nFax: 919-555-0303\nHome: 919-555-0302',
      '919-555-0302',
      ['Phone (work): 919-555-0301', 'Fax: 919-555-0303'],
    ],
    ['Home: 919-555-0301\nMobile: +1 (919) 555-0301', '+1 (919) 555-0301', []],
    ['919-555-0301/0302', '919-555-0301', ['Phone: 919-555-0301/0302']],
    ['919/555-0301', '919/555-0301', []],
    ['(919) 555-0301 x12', '(919) 555-0301 x12', []],
    ['+44 20 7946 0958; (919) 555-0301', '(919) 555-0301', ['Phone: +44 20 7946 0958']],
    ['+44 20 7946 0958', '+44 20 7946 0958', []],
    ['Fax: 919-555-0303', '', ['Fax: 919-555-0303']],
    ['ask at the desk', 'ask at the desk', []],
    ['555', '555', []],
    ['', '', []],
  ])('%j is the number %j, and the notes get %j', (cell, first, notes) => {
    expect(readPhones(cell)).toEqual({ first, notes })
  })
})

describe('a cell with e-mail addresses', () => {
  it.each([
    ['ann@example.test', 'ann@example.test', []],
    ['ann@example.test, office@example.test', 'ann@example.test', ['Email: office@example.test']],
    ['ann@example.test ::: al@example.test', 'ann@example.test', ['Email: al@example.test']],
    ['Ann Lee <ann@example.test>', 'ann@example.test', ['Email: Ann Lee <ann@example.test>']],
    ['n/a', '', []],
    ['None', '', []],
    ['-', '', []],
    ['ann@', 'ann@', []],
    ['', '', []],
  ])('%j is the address %j, and the notes get %j', (cell, first, notes) => {
    expect(readEmails(cell)).toEqual({ first, notes })
  })
})
