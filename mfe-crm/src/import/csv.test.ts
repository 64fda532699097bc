import { toCsv } from '@plumbline/contract/csv'
import type { Customer } from '@plumbline/crm/api'
import { describe, expect, it } from 'vitest'
import { customerColumns } from '../customers/customerCsv.ts'
import { type NumberedRow, readCsv } from './csv.ts'
import { splitName } from './customerRow.ts'

const cellsOf = (rows: readonly NumberedRow[]) => rows.map(({ cells }) => cells)

const customer: Customer = {
  id: 7,
  firstName: 'Zoë "Z"',
  lastName: 'O’Hara, Jr.',
  email: 'zoe@example.test',
  phone: '+1 555 555 0101',
  address: '1 Elm St\nApt 2',
  status: 'active',
  source: 'referral',
  notes: '=HYPERLINK("http://evil")',
  createdAt: '2026-11-21T15:00:00.000Z',
  updatedAt: '2026-11-21T15:00:00.000Z',
  phoneDialable: true,
}

/** The bytes of a text in an encoding of one byte a letter. */
function encode(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  const letters = Array.from({ length: 256 }, (_, byte) =>
    new TextDecoder(encoding).decode(new Uint8Array([byte])),
  )
  return Uint8Array.from(text, (letter) => letters.indexOf(letter))
}

const exported = (row: Customer) =>
  toCsv(
    customerColumns.map(([label]) => label),
    [customerColumns.map(([, of]) => of(row))],
  )

it('what was exported is read back as it was, quotes, commas, line breaks and all', async () => {
  const { rows, missing } = await readCsv(exported(customer))
  expect(missing).toEqual([])
  const { firstName, lastName, email, phone, address, status, source, notes } = customer
  expect(cellsOf(rows)).toEqual([{ firstName, lastName, email, phone, address, status, source, notes }])
})

it('an exported cell that looks like a formula does not run in a spreadsheet', () => {
  const [, line = ''] = exported({ ...customer, address: null }).split('\r\n')
  expect(line).toContain(`"'=HYPERLINK`)
  expect(line).toContain(`'+1 555`)
})

it('an exported customer has the time in New York', () => {
  const [head = '', line = ''] = exported({ ...customer, address: null }).split('\r\n')
  expect(head).toMatch(/,Customer since$/)
  expect(line).toMatch(/,"Nov 21, 2026, 10:00 AM"$/)
})

it.each([
  ['Ann Lee', 'Ann', 'Lee'],
  ['Mary Ann Lee', 'Mary Ann', 'Lee'],
  ['Lee, Mary Ann', 'Mary Ann', 'Lee'],
  ['Ann Lee Jr.', 'Ann', 'Lee Jr.'],
  ['Ann Lee, Jr.', 'Ann', 'Lee, Jr.'],
  ['Lee', 'Lee', ''],
  ['Edda and Finn Noor', 'Edda and Finn', 'Noor'],
  ['Edda & Finn', 'Edda & Finn', ''],
])('the name %j is split into %j and %j', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName })
})

it('a single name column takes the place of first and last name', async () => {
  const { rows, missing } = await readCsv(
    'Name,Email,Phone\nAnn Lee,a@x.io,1\n"Dee, Bo",b@x.io,2\nCher,c@x.io,3',
  )
  expect(missing).toEqual([])
  expect(cellsOf(rows)).toEqual([
    { firstName: 'Ann', lastName: 'Lee', email: 'a@x.io', phone: '1' },
    { firstName: 'Bo', lastName: 'Dee', email: 'b@x.io', phone: '2' },
    { firstName: 'Cher', email: 'c@x.io', phone: '3' },
  ])
})

it('a status or source is known by its label in any case, and otherwise stays as it was written', async () => {
  const { rows } = await readCsv('Status,Source\nACTIVE,Social Media\nVIP,Radio')
  expect(cellsOf(rows)).toEqual([
    { status: 'active', source: 'social' },
    { status: 'VIP', source: 'Radio' },
  ])
})

it('missing columns are named, and empty lines are left out', async () => {
  const { rows, missing } = await readCsv('First Name,Email\nAnn,ann@example.test\n,\n\n')
  expect(missing).toEqual(['Phone'])
  expect(cellsOf(rows)).toEqual([{ firstName: 'Ann', email: 'ann@example.test' }])
})

describe('the encoding of a file', () => {
  const head = 'First name,Last name,Email,Phone'
  const line = 'José,Müller,j@x.io,919 555 0101'
  const text = `${head}\n${line}\n`
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16, little end first', utf16],
    ['UTF-16, big end first', Buffer.from(utf16).swap16()],
    ['Windows-1252', Buffer.from(text, 'latin1')],
  ])('%s is recognised', async (_name, bytes) => {
    const { rows, missing } = await readCsv(new File([new Uint8Array(bytes)], 'a.csv'))
    expect(missing).toEqual([])
    expect(cellsOf(rows)).toEqual([
      { firstName: 'José', lastName: 'Müller', email: 'j@x.io', phone: '919 555 0101' },
    ])
  })

  it.each([
    ['Windows-1252', 'windows-1252', '\r\n'],
    ['Mac OS Roman', 'macintosh', '\r'],
    ['Mac OS Roman that was saved with other line ends', 'macintosh', '\n'],
  ])('names in %s are read, whatever letters they have', async (_name, encoding, end) => {
    const names = [
      'José Peña',
      'Zoë Müller',
      'Siân O’Brien',
      'Gonçalo Araújo',
      'Åse Lindström',
      'Łea'.slice(1),
    ]
    const lines = ['Name,Phone', ...names.map((name) => `${name},1`)].join(end)
    const { rows } = await readCsv(new File([encode(lines, encoding)], 'a.csv'))
    expect(rows.map(({ cells: { firstName, lastName = '' } }) => `${firstName} ${lastName}`.trim())).toEqual(
      names,
    )
  })

  it('a byte of another encoding does not spoil the text around it', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Name,Phone\nJosé Peña,1\nZo'),
      Buffer.from([0xeb]),
      Buffer.from(' Müller,2'),
    ])
    const { rows } = await readCsv(new File([new Uint8Array(bytes)], 'a.csv'))
    expect(rows.map(({ cells }) => `${cells.firstName} ${cells.lastName}`)).toEqual([
      'José Peña',
      'Zoë Müller',
    ])
  })

  it.each([
    ['BEGIN:VCARD\r\nVERSION:3.0', 'This is a vCard file.'],
    ['PK\x03\x04', 'This is an Excel workbook.'],
    ['<!DOCTYPE html>', 'This is a web page.'],
    ['%PDF-1.7', 'This is a PDF.'],
  ])('a file that begins with %j is named as what it is', async (begin, message) => {
    await expect(readCsv(new File([begin], 'a.csv'))).rejects.toThrow(message)
  })

  it('characters that only Windows-1252 has are read: “ ” €', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${head},Notes\nA,B,a@x.io,1,`),
      Buffer.from([0x93, 0x80, 0x94]),
    ])
    const { rows } = await readCsv(new File([new Uint8Array(bytes)], 'a.csv'))
    expect(cellsOf(rows)[0]?.notes).toBe('“€”')
  })
})

it.each([
  ['Windows', '\r\n'],
  ['Unix', '\n'],
  ['an old Macintosh', '\r'],
])(
  'rows know their line, after rows of several lines and empty ones too, with the line ends of %s',
  async (_name, end) => {
    const text = [
      'First name;Address',
      'A;"1 Elm St',
      'Apt 2',
      'Raleigh"',
      '',
      ';',
      'B;2 Elm St',
      'C;x',
      '',
    ].join(end)
    const { rows } = await readCsv(text)
    expect(rows.map(({ line, cells }) => [line, cells.firstName])).toEqual([
      [2, 'A'],
      [7, 'B'],
      [8, 'C'],
    ])
    expect(rows[0]?.cells.address).toBe('1 Elm St\nApt 2\nRaleigh')
  },
)

describe('a quotation mark inside a text', () => {
  const file = (line: string) =>
    `Name,Phone,Notes\nSol Eddy,1,fine\n${line}\nUrsa Gant,3,"in two\nlines"\nVito Hale,4,last`

  it('that is not written twice is read where the row ends with its line', async () => {
    const { rows, unread } = await readCsv(file('Tess Frome,2,"needs a 6" shelf, oak"'))
    expect(rows.map(({ cells }) => cells.notes)).toEqual([
      'fine',
      'needs a 6" shelf, oak',
      'in two\nlines',
      'last',
    ])
    expect(unread).toEqual([])
  })

  it.each(['Tess Frome,2,"needs a 6" shelf', 'Tess Frome,2,"needs a shelf', '"Tess Frome,2,shelf'])(
    'that is not closed refuses its own line and none of the others: %s',
    async (line) => {
      const { rows, unread } = await readCsv(file(line))
      expect(rows.map(({ line: at, cells }) => [at, cells.firstName])).toEqual([
        [2, 'Sol'],
        [4, 'Ursa'],
        [6, 'Vito'],
      ])
      expect(unread).toEqual([{ line: 3, problem: expect.stringContaining('quotation mark') }])
    },
  )

  it('that is not closed in the last line refuses that line', async () => {
    const { rows, unread } = await readCsv('Name,Phone\nSol Eddy,1\n"Tess Frome,2')
    expect(rows.map(({ line }) => line)).toEqual([2])
    expect(unread.map(({ line }) => line)).toEqual([3])
  })
})

it('a row with more cells than headings is refused, and empty cells at its end do not count', async () => {
  const { rows, unread } = await readCsv(
    'Name,Phone,Address\nSol Eddy,1,2 Elm St, Apt 3\nTess Frome,2,4 Elm St,,',
  )
  expect(unread).toEqual([{ line: 2, problem: expect.stringContaining('more cells than headings') }])
  expect(cellsOf(rows)).toEqual([{ firstName: 'Tess', lastName: 'Frome', phone: '2', address: '4 Elm St' }])
})

it('a row that is longer than a call may be is refused, and the others are read', async () => {
  const { rows, unread } = await readCsv(
    `Name,Phone,Notes\nSol Eddy,1,${'é'.repeat(40_000)}\nTess Frome,2,ok`,
  )
  expect(unread).toEqual([{ line: 2, problem: 'the row is too long' }])
  expect(rows.map(({ line }) => line)).toEqual([3])
})

it('columns that are not imported are named when something is in them', async () => {
  const { ignored } = await readCsv(
    'Name,Phone,Open Balance,Attachments,Fax\nSol Eddy,1,12.50,,\nTess Frome,2,,,',
  )
  expect(ignored).toEqual(['Open Balance'])
})

it('the headings may stand below titles and below the hint of Excel', async () => {
  const titled = await readCsv('Contact List\n"Birch & Sons"\n,\n\nName,Phone\nSol Eddy,1')
  expect(titled).toMatchObject({ missing: [], linesAbove: 2, rows: [{ line: 6 }] })
  const hinted = await readCsv('sep=;\nName;Phone;Address\nSol Eddy;1;"2 Elm St, Cary, NC"')
  expect(hinted).toMatchObject({ missing: [], linesAbove: 0 })
  expect(cellsOf(hinted.rows)).toEqual([
    { firstName: 'Sol', lastName: 'Eddy', phone: '1', address: '2 Elm St, Cary, NC' },
  ])
})
