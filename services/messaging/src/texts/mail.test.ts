import { describe, expect, it } from 'vitest'
import { deliveryId } from '../ledger/ledger.ts'
import { emailSubject, factSheet, letter, subjectLine } from './mail.ts'

it('a delivery has one id per event, purpose and recipient', () => {
  const id = deliveryId('e1', 'notifyOwner', 'a@x.io')
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(deliveryId('e1', 'notifyOwner', 'a@x.io')).toBe(id)
  expect(deliveryId('e2', 'notifyOwner', 'a@x.io')).not.toBe(id)
  expect(deliveryId('e1', 'notifyOwner', 'b@x.io')).not.toBe(id)
})

it('the id of a delivery is the same in every release', () => {
  expect(deliveryId('message-1', 'message', 'sms')).toBe('8f5563c5-d064-8801-ab7f-78a1d92ce1da')
})

describe('a subject', () => {
  it('is one line of at most 200 characters, trimmed', () => {
    expect(subjectLine(` a\u0000b\n${'x'.repeat(300)}`)).toHaveLength(200)
  })

  it('that is missing is the product and the beginning of the text', () => {
    const sender = { product: 'Plumbline', name: 'Plumbline Home Services', phone: '(555) 555-0142' }
    expect(emailSubject({ subject: ' ', content: 'See you\nat nine' }, sender)).toBe(
      'Plumbline: See you at nine',
    )
  })
})

it('a fact sheet escapes its link as well', () => {
  expect(factSheet('Hi', [], { label: '"', value: 'http://x/"><script>' }).html).not.toContain('<script>')
})

it('a letter escapes its text', () => {
  expect(letter('<b>Hi</b>', 'Ann').html).toContain('&lt;b&gt;Hi&lt;/b&gt;')
})

describe('the look of a mail', () => {
  const logo = { url: 'https://a.example/l', name: 'Ann "& Sons"', width: 120, height: 40 }
  const picture =
    '<p><img src="https://a.example/l" width="120" height="40" alt="Ann &quot;&amp; Sons&quot;"></p>'

  it('is a logo above the text, with the name for those who do not see it', () => {
    const plain = letter('Hi', 'Ann')
    const own = letter('Hi', 'Ann', { logo })
    expect(own.text).toBe(plain.text)
    expect(own.html).toContain(`<meta charset="utf-8">${picture}<div`)
    expect(own.html.replace(picture, '')).toBe(plain.html)
  })

  it('is the color of its links', () => {
    const link = { label: 'View lead', value: 'https://a.example' }
    expect(factSheet('Hi', [], link).html).toContain('color:#B94E16')
    const { html } = factSheet('Hi', [], link, { logo, color: '#1f4ea8' })
    expect(html).toContain('color:#1f4ea8')
    expect(html).not.toContain('#B94E16')
    expect(html).toContain(picture)
  })
})

it('a letter that is signed already is not signed again', () => {
  expect(letter('Hi\n\nAnn & Sons', 'Ann & Sons').text).toBe('Hi\n\nAnn & Sons\n')
})
