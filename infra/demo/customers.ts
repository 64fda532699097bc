export type DemoCustomer = {
  /** Days before the demonstration begins. */
  daysAgo: number
  firstName: string
  lastName: string
  phone: string
  address: string
  /** Where they stand at the beginning of the demonstration. */
  status: 'lead' | 'active' | 'completed'
  source: string
  notes: string | null
}

const customer = (
  daysAgo: number,
  name: string,
  phone: string,
  [status, source]: [status: DemoCustomer['status'], source: string],
  address: string,
  notes: string | null = null,
): DemoCustomer => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { daysAgo, firstName, lastName, phone, address, status, source, notes }
}

/** People we worked for in the last year, besides those who came as leads; every name and number is made up. */
export const demoCustomers: readonly DemoCustomer[] = [
  customer(
    352,
    'Margaret Holloway',
    '(919) 555-0101',
    ['completed', 'referral'],
    '14 Larkspur Lane, Cary, NC 27511',
    'Gate code 4417. Prefers mornings.',
  ),
  customer(
    345,
    'Desmond Achterberg',
    '(984) 555-0102',
    ['completed', 'website'],
    '208 W Chapel Hill St, Durham, NC 27701',
  ),
  customer(
    338,
    'Yolanda Prewitt',
    '(919) 555-0104',
    ['active', 'phone'],
    '77 Old Mill Rd, Apex, NC 27502',
    'Large friendly dog, ring before entering.',
  ),
  customer(
    331,
    'Hiroshi Nakamura',
    '(984) 555-0105',
    ['completed', 'website'],
    '1130 Brookhaven Dr, Raleigh, NC 27607',
  ),
  customer(
    322,
    'Carla Mendes',
    '(919) 555-0106',
    ['active', 'social'],
    '9 Sycamore Ct, Durham, NC 27713',
    'Rental property; tenant is Joe, unit B.',
  ),
  customer(
    314,
    'Bernard Oyelaran',
    '(919) 555-0107',
    ['active', 'direct'],
    '415 Fayetteville St, Raleigh, NC 27601',
  ),
  customer(
    301,
    'Teresa Vandermeer',
    '(984) 555-0108',
    ['completed', 'referral'],
    '2206 Cole Mill Rd, Durham, NC 27712',
  ),
  customer(
    290,
    'Isaac Feldstein',
    '(919) 555-0110',
    ['active', 'website'],
    '61 Kildaire Farm Rd, Cary, NC 27518',
    'Allergic to latex paint.',
  ),
  customer(
    276,
    'Patrice Lemaire',
    '(984) 555-0112',
    ['completed', 'phone'],
    '5 Rosemary St, Chapel Hill, NC 27514',
  ),
  customer(
    263,
    'Gloria Santangelo',
    '(919) 555-0113',
    ['active', 'referral'],
    '340 Hillsborough St, Raleigh, NC 27603',
    'Key with neighbour at 342.',
  ),
  customer(
    254,
    'Wendell Crabtree',
    '(919) 555-0114',
    ['active', 'direct'],
    '18 Tobacco Barn Rd, Pittsboro, NC 27312',
    'Tractor and mower, two barns.',
  ),
  customer(240, 'Aisha Rahman', '(984) 555-0115', ['completed', 'website'], '903 Ninth St, Durham, NC 27705'),
  customer(227, 'Leonard Pike', '(919) 555-0116', ['active', 'phone'], '52 Davis Dr, Morrisville, NC 27560'),
  customer(
    213,
    'Josephine Adeyemi',
    '(984) 555-0117',
    ['active', 'social'],
    '1401 Glenwood Ave, Raleigh, NC 27605',
  ),
  customer(
    198,
    'Marcus Thibodeaux',
    '(919) 555-0119',
    ['completed', 'referral'],
    '27 Jordan Lake Rd, Apex, NC 27523',
    'Boat dock repairs every spring.',
  ),
  customer(
    185,
    'Eleanor Whitcomb',
    '(919) 555-0120',
    ['active', 'direct'],
    '880 Lake Boone Trl, Raleigh, NC 27607',
    'Invoices to her son, Paul.',
  ),
  customer(171, 'Kenji Morales', '(984) 555-0121', ['active', 'website'], '312 Foster St, Durham, NC 27701'),
  customer(
    158,
    'Rosalind Becker',
    '(919) 555-0122',
    ['completed', 'referral'],
    '44 High House Rd, Cary, NC 27513',
  ),
  customer(
    143,
    'Theodore Vance',
    '(984) 555-0123',
    ['active', 'phone'],
    '6 Umstead Park Way, Raleigh, NC 27612',
  ),
  customer(
    127,
    'Shanice Dupree',
    '(919) 555-0124',
    ['active', 'social'],
    '1975 Guess Rd, Durham, NC 27705',
    'Works nights, no calls before noon.',
  ),
  customer(
    112,
    'Viktor Lindqvist',
    '(984) 555-0125',
    ['active', 'website'],
    '230 Weaver St, Carrboro, NC 27510',
  ),
  customer(96, 'Bettina Graf', '(919) 555-0127', ['active', 'referral'], '17 Saxapahaw Rd, Graham, NC 27253'),
  customer(
    81,
    'Clarence Obi',
    '(984) 555-0128',
    ['lead', 'phone'],
    '505 S Salem St, Apex, NC 27502',
    'Wants a quote for the deck in spring.',
  ),
  customer(66, 'Nadia Petrova', '(919) 555-0129', ['active', 'website'], '89 Walnut St, Cary, NC 27511'),
  customer(
    49,
    'Harold Simmons',
    'ask at the front desk',
    ['active', 'direct'],
    '700 Carillon Assisted Living, Room 12, Raleigh, NC 27609',
    'No telephone of his own.',
  ),
  customer(
    31,
    'Keisha Monroe',
    '(984) 555-0130',
    ['lead', 'social'],
    '2 Bluebird Ct, Hillsborough, NC 27278',
  ),
  customer(
    12,
    'Anders Holm',
    '(919) 555-0131',
    ['lead', 'referral'],
    '1212 Martin St, Raleigh, NC 27601',
    'Moving in next month, several small jobs.',
  ),
  customer(
    3,
    'Philippa Grange',
    '(984) 555-0132',
    ['lead', 'website'],
    '36 Franklin St, Chapel Hill, NC 27514',
  ),
]
