export type DemoLead = {
  /** Hours before the demonstration begins. */
  hoursAgo: number
  firstName: string
  lastName: string
  phone: string
  serviceNeeded: string | null
  projectDescription: string | null
  source: string
  /** What became of it within days; unset: nothing yet. */
  became?: 'contacted' | 'quoted' | 'converted' | 'lost'
  lostReason?: string
  /** What the job was valued at, as text. */
  estimatedValue?: string
}

const lead = (
  hoursAgo: number,
  name: string,
  phone: string,
  serviceNeeded: string | null,
  source: string,
  projectDescription: string | null,
  outcome: Pick<DemoLead, 'became' | 'lostReason' | 'estimatedValue'> = {},
): DemoLead => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { hoursAgo, firstName, lastName, phone, serviceNeeded, source, projectDescription, ...outcome }
}

/** People who asked for an estimate in the last year; every name and number is made up. */
export const demoLeads: readonly DemoLead[] = [
  lead(
    1.5,
    'Priya Raman',
    '(919) 555-0118',
    'painting',
    'website',
    'Two bedrooms and the hallway, about 900 square feet. Walls only, ceilings are fine. We would like it done before the holidays.',
  ),
  lead(
    4,
    'Walter Jennings',
    '(919) 555-0171',
    'general-repair',
    'website',
    'The back door sticks when it rains and the bottom hinge has pulled out of the frame.',
  ),
  lead(
    9,
    'Denise Okafor',
    '(984) 555-0133',
    'installation',
    'referral',
    'Three ceiling fans to replace existing lights. Fans are here, boxes are fan-rated.',
  ),
  lead(
    27,
    'Tom Brannigan',
    '(919) 555-0109',
    'plumbing',
    'website',
    'Kitchen faucet drips and the shutoff under the sink will not close all the way.',
  ),
  lead(
    33,
    'Lucia Ferreira',
    '(984) 555-0162',
    'other',
    'social',
    'Riding mower will not start after sitting all summer. Can you come to us?',
  ),
  lead(
    52,
    'Greg Halvorsen',
    '(919) 555-0187',
    'electrical',
    'website',
    'Outlet on the porch is dead, GFCI in the garage keeps tripping.',
  ),
  lead(
    75,
    'Mei Tanaka',
    '(984) 555-0126',
    'painting',
    'referral',
    'Front porch railing and steps, the old paint is peeling. Could be lead paint, the house is from 1961.',
  ),
  lead(
    101,
    'Curtis Whitfield',
    '(919) 555-0154',
    'general-repair',
    'phone',
    'A gate that no longer latches and two loose fence panels along the alley.',
    { became: 'contacted' },
  ),
  lead(
    148,
    'Hannah Schulz',
    '(984) 555-0195',
    'installation',
    'website',
    'Floating shelves in the living room, seven of them, plaster walls.',
    { became: 'quoted', estimatedValue: '420' },
  ),
  lead(196, 'Andre Baptiste', '(919) 555-0142', null, 'website', null),
  lead(
    243,
    'Ruth Kowalski',
    '(919) 555-0103',
    'general-repair',
    'direct',
    'Grab bars in two bathrooms for my mother. Please call before you come.',
    { became: 'quoted', estimatedValue: '285.50' },
  ),
  lead(
    318,
    'Omar Haddad',
    '(984) 555-0178',
    'plumbing',
    'website',
    'Toilet in the guest bath runs every twenty minutes or so.',
    { became: 'contacted', estimatedValue: '95' },
  ),
  lead(
    411,
    'Jodie Parrish',
    '(919) 555-0165',
    'painting',
    'social',
    'Garage door trim and the shutters on the street side.',
    { became: 'quoted', estimatedValue: '760' },
  ),
  lead(
    530,
    'Samuel Odom',
    '(984) 555-0111',
    'other',
    'referral',
    'Sprinkler zone 3 does not come on any more. Controller shows no error.',
    { became: 'contacted' },
  ),
  lead(
    340 * 24,
    'Frank Delacroix',
    '(919) 555-0134',
    'general-repair',
    'website',
    'Porch steps are rotting, two treads broken through.',
    { became: 'converted', estimatedValue: '420' },
  ),
  lead(
    318 * 24,
    'Amara Nwosu',
    '(984) 555-0135',
    'painting',
    'referral',
    'Whole downstairs before a family wedding.',
    { became: 'converted', estimatedValue: '1850' },
  ),
  lead(296 * 24, 'Gilbert Stroud', '(919) 555-0136', 'electrical', 'website', 'New circuit for a hot tub.', {
    became: 'lost',
    lostReason: 'Chose a licensed electrician',
    estimatedValue: '300',
  }),
  lead(
    281 * 24,
    'Lena Hoffmann',
    '(984) 555-0137',
    'installation',
    'website',
    'Dishwasher and garbage disposal, both bought already.',
    { became: 'converted', estimatedValue: '640' },
  ),
  lead(
    259 * 24,
    'Roy Castellano',
    '(919) 555-0138',
    'plumbing',
    'phone',
    'Water heater pan overflows, laundry room.',
    { became: 'converted', estimatedValue: '275' },
  ),
  lead(
    236 * 24,
    'Simone Arceneaux',
    '(984) 555-0139',
    'painting',
    'social',
    'Exterior trim on a two-storey house.',
    { became: 'lost', lostReason: 'Too expensive', estimatedValue: '2400' },
  ),
  lead(
    219 * 24,
    'Jerome Blackwood',
    '(919) 555-0140',
    'other',
    'referral',
    'Zero-turn mower does not charge.',
    { became: 'converted', estimatedValue: '180' },
  ),
  lead(
    187 * 24,
    'Ingrid Solberg',
    '(984) 555-0141',
    'installation',
    'website',
    'Six interior doors to hang, hardware included.',
    { became: 'converted', estimatedValue: '520' },
  ),
  lead(
    162 * 24,
    'Calvin Reyes',
    '(919) 555-0143',
    'general-repair',
    'website',
    'Drywall patch after a leak, about three feet square.',
    { became: 'converted', estimatedValue: '350' },
  ),
  lead(131 * 24, 'Fatima Zahra', '(984) 555-0144', 'painting', 'website', 'Nursery and the small office.', {
    became: 'converted',
    estimatedValue: '980',
  }),
  lead(104 * 24, 'Elliot Nguyen', '(919) 555-0145', 'plumbing', 'website', 'Slow drain in the tub.', {
    became: 'lost',
    lostReason: 'No answer to three calls',
  }),
  lead(
    88 * 24,
    'Monique Tremblay',
    '(984) 555-0146',
    'general-repair',
    'referral',
    'Pantry shelves and a sagging closet rod.',
    { became: 'converted', estimatedValue: '460' },
  ),
  lead(57 * 24, 'Douglas Finch', '(919) 555-0147', 'installation', 'direct', 'Storm door, front entrance.', {
    became: 'converted',
    estimatedValue: '310',
  }),
  lead(41 * 24, 'Pilar Ibarra', '(984) 555-0148', 'electrical', 'social', 'Two ceiling lights flicker.', {
    became: 'converted',
    estimatedValue: '225',
  }),
  lead(35 * 24, 'Norman Ashby', '(919) 555-0149', 'painting', 'website', 'Fence, both sides, 140 feet.', {
    became: 'converted',
    estimatedValue: '1275',
  }),
]
