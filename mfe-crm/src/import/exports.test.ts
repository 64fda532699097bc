import { expect, it } from 'vitest'
import { readCsv } from './csv.ts'

/** A file as another product exports it, with one customer, and what the import makes of it. */
type Export = { of: string; file: string[]; cells: object; ignored?: string[] }

const exports: Export[] = [
  {
    of: 'Google Contacts',
    file: [
      'First Name,Middle Name,Last Name,Name Suffix,File As,Organization Name,Organization Title,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country',
      'Ilse,May,Tarn,Jr.,,Tarn Pottery,Owner,Dog in the yard,* myContacts,* Home,ilse@example.test ::: it@example.test,Home,(919) 555-0401,Mobile,(919) 555-0402 ::: (919) 555-0403,Home,"5 Quay Rd\nCary, NC 27511",5 Quay Rd,Cary,NC,27511,US',
    ],
    cells: {
      firstName: 'Ilse May',
      lastName: 'Tarn Jr.',
      email: 'ilse@example.test ::: it@example.test',
      phone: 'Home: (919) 555-0401\nMobile: (919) 555-0402 ::: (919) 555-0403',
      address: '5 Quay Rd, Cary, NC 27511',
      notes: 'Dog in the yard\nCompany: Tarn Pottery',
    },
    ignored: ['Organization Title', 'Labels'],
  },
  {
    of: 'Jobber',
    file: [
      'J-ID,Display Name,First Name,Last Name,Is Company?,Company Name,Main Phone #s,E-mails,Mobile Phone #s,Fax #s,Billing Street 1,Billing Street 2,Billing City,Billing State,Billing Zip code,Billing Country,Service Street 1,Service Street 2,Service City,Service State,Service Zip code,Service Country,Lead Source',
      '71,Moss Homes LLC,Odo,Reeve,true,Moss Homes LLC,"(919) 555-0411, (919) 555-0412",odo@example.test,(919) 555-0413,919-555-0414,8 Mill St,Suite 2,Durham,NC,27601,United States,9 Oak Ave,,Durham,NC,27603,United States,Referral',
    ],
    cells: {
      firstName: 'Odo',
      lastName: 'Reeve',
      email: 'odo@example.test',
      phone: 'main: (919) 555-0411, (919) 555-0412\nmobile: (919) 555-0413\nfax: 919-555-0414',
      address: '9 Oak Ave, Durham, NC 27603',
      source: 'referral',
      notes: 'Company: Moss Homes LLC\nBilling address: 8 Mill St, Suite 2, Durham, NC 27601',
    },
    ignored: ['J-ID', 'Is Company?'],
  },
  {
    of: 'Outlook',
    file: [
      'Title,First Name,Last Name,Company,Job Title,Home Street,Home City,Home State,Home Postal Code,Home Country/Region,Business Street,Business Phone,Home Phone,Mobile Phone,E-mail Address,E-mail Type,E-mail 2 Address,Notes',
      'Ms,Pia,Lund,,Baker,3 Elm St,Apex,NC,27502,United States of America,1 Main St,919-555-0421,919-555-0422,919-555-0423,pia@example.test,SMTP,lund@example.test,Back door',
    ],
    cells: {
      firstName: 'Pia',
      lastName: 'Lund',
      email: 'pia@example.test\nlund@example.test',
      phone: 'business: 919-555-0421\nhome: 919-555-0422\nmobile: 919-555-0423',
      address: '3 Elm St, Apex, NC 27502',
      notes: 'Back door\nBusiness address: 1 Main St',
    },
    ignored: ['Title', 'Job Title'],
  },
  {
    of: 'Housecall Pro',
    file: [
      'First Name,Last Name,Company,Mobile Number,Home Number,Work Number,Email,Additional Emails,Address_1 Street Line 1,Address_1 Street Line 2,Address_1 City,Address_1 State,Address_1 Postal Code,Lead Source,Tags',
      'Rolf,Sand,,9195550431,,9195550432,rolf@example.test,,6 Bay St,Apt 1,Cary,NC,27513,Website,vip',
    ],
    cells: {
      firstName: 'Rolf',
      lastName: 'Sand',
      email: 'rolf@example.test',
      phone: 'mobile: 9195550431\nwork: 9195550432',
      address: '6 Bay St, Apt 1, Cary, NC 27513',
      source: 'website',
    },
    ignored: ['Tags'],
  },
  {
    of: 'Square',
    file: [
      'Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Street Address 1,Street Address 2,City,State,Postal Code,Birthday,Memo,Creation Source,Email Subscription Status',
      ',Tova,Wynn,tova@example.test,+1 919 555 0441,,,7 Fir St,,Cary,NC,27511,,Call first,Import,subscribed',
    ],
    cells: {
      firstName: 'Tova',
      lastName: 'Wynn',
      email: 'tova@example.test',
      phone: '+1 919 555 0441',
      address: '7 Fir St, Cary, NC 27511',
      notes: 'Call first',
    },
    ignored: ['Creation Source', 'Email Subscription Status'],
  },
  {
    of: 'QuickBooks Online',
    file: [
      'Customer,Company,Street Address,City,State,Country,Zip,Phone,Email,Attachments,Open Balance,Notes',
      '"Ugo Vance","",2 Ash St,Raleigh,NC,USA,27605,(919) 555-0451,ugo@example.test,0,0.00,Gate code',
    ],
    cells: {
      firstName: 'Ugo',
      lastName: 'Vance',
      email: 'ugo@example.test',
      phone: '(919) 555-0451',
      address: '2 Ash St, Raleigh, NC 27605',
      notes: 'Gate code',
    },
    ignored: ['Attachments', 'Open Balance'],
  },
  {
    of: 'the contact list of QuickBooks',
    file: [
      'Customer Contact List\n"Birch Repair"\n,\nCustomer full name,Phone numbers,Email,Full name,Bill address,Ship address',
      'Yves Zorn,Phone:(919) 555-0461 Mobile:(919) 555-0462,yves@example.test,Yves Zorn,"4 Elm St\nCary NC 27511",',
    ],
    cells: {
      firstName: 'Yves',
      lastName: 'Zorn',
      email: 'yves@example.test',
      phone: 'Phone:(919) 555-0461 Mobile:(919) 555-0462',
      address: '4 Elm St\nCary NC 27511',
    },
  },
  {
    of: 'a list of companies',
    file: ['Name,Company,Phone,Address,City,State,Zip', 'Onyx,Onyx Rentals,1,3 Elm St,Cary,NC,27511'],
    cells: { firstName: 'Onyx Rentals', phone: '1', address: '3 Elm St, Cary, NC 27511' },
  },
  {
    of: 'a company without a person',
    file: ['Name,Company,Phone,Address', ',Dale Flats LLC,1,"3 Elm St, Cary"'],
    cells: { firstName: 'Dale Flats LLC', phone: '1', address: '3 Elm St, Cary' },
  },
]

it.each(exports)('an export of $of is read', async ({ file, cells, ignored = [] }) => {
  const read = await readCsv(file.join('\n'))
  expect(read.missing).toEqual([])
  expect(read.rows.map((row) => row.cells)).toEqual([cells])
  expect(read.ignored).toEqual(ignored)
})

it.each([
  'First Name',
  'firstname',
  'First_Name',
  'Surname',
  'E-Mail',
  'Email address',
  'eMail',
  'MOBILE',
  'Telephone',
  'PhoneNumber',
  'Cell',
  'Street',
  'Address',
  'Zip',
  'Comment',
  'Lead source',
  'Customer name',
])('the heading %s is known', async (heading) => {
  expect((await readCsv(`${heading},Favourite colour\nx,red`)).ignored).toEqual(['Favourite colour'])
})
